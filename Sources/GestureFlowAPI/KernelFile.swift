import Foundation

/// Reads files below /proc and /sys, which the kernel computes on reading. They have size 0 and arrive page by page.
/// Foundation would take the first piece for the whole.
public enum KernelFile {
  /// Returns the whole text of the file. Returns nil if it cannot be read.
  public static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return String(decoding: all, as: UTF8.self) }
      all += piece[..<count]
    }
  }
}
