import Foundation
import GestureFlowAPI

/// Reads text files that strangers may have written, whole and never more of them than is allowed.
package enum SmallFile {
  /// Why nothing was read.
  package struct Refusal: Error, Sendable, Equatable {
    package var text: String
    /// The system's error number, where it was the system that refused.
    package var code: Int32?
  }

  /// A file's bytes. One that is too large, whatever its length pretends, costs no more than `most`.
  /// - Parameter followsLinks: false on sticks, where a link leads nowhere.
  package static func bytes(of path: String, most: Int, _ access: StickAccess = StickAccess(), followsLinks: Bool = false)
    throws(Refusal) -> [UInt8]
  {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { throw failed(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal(text: "it is no plain file") }
    guard status.st_size <= most else { throw Refusal(text: "it has \(status.st_size) bytes; \(most >> 10) kB are allowed") }
    let (descriptor, code) = access.openFile(path)
    guard descriptor >= 0 else { throw failed(code) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= most {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failed(errno) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    throw Refusal(text: "it has more than \(most >> 10) kB")
  }

  /// The bytes as text, without a mark of the byte order; nil if they are no UTF-8.
  package static func text(_ bytes: [UInt8]) -> String? {
    String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
  }

  private static func failed(_ code: Int32) -> Refusal {
    Refusal(text: "it cannot be read (\(ReadTrouble.text(code)))", code: code)
  }
}
