import Foundation
import GestureFlowAPI

/// A mounted file system.
public struct Mount: Sendable, Equatable, Hashable {
  /// Its mount point.
  public var path: String
  /// Its device, for example `/dev/sda1`.
  public var device: String

  /// - Parameters:
  ///   - path: its mount point.
  ///   - device: its device.
  public init(path: String, device: String) {
    self.path = path
    self.device = device
  }
}

/// Reads mounts from `/proc/self/mountinfo` (format: proc(5)).
public enum MountTable {
  /// Returns the current mounts below a folder, in the order of paths. Nil if the kernel's table cannot be read, for
  /// example for lack of descriptors.
  public static func mounts(below root: String) -> [Mount]? { read().map { mounts(below: root, table: $0) } }

  /// Returns the mounts below a folder, in the order of paths.
  public static func mounts(below root: String, table: String) -> [Mount] {
    let prefix = root.hasSuffix("/") ? root : root + "/"
    var found: [String: Mount] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 7, let dash = words.firstIndex(of: "-"), dash + 2 < words.count else { continue }
      let path = unescape(words[4])
      // Of two mounts at one path, the later one is visible.
      if path.hasPrefix(prefix) { found[path] = Mount(path: path, device: unescape(words[dash + 2])) }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  /// Returns the kernel's table. Nil if it cannot be read; the mounts are then unknown.
  public static func read() -> String? { KernelFile.text("/proc/self/mountinfo") }

  /// Decodes the octal numbers that the kernel writes. It writes them for blanks, tabs, line ends and backslashes.
  static func unescape(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    let all = Array(text.utf8)
    var at = 0
    while at < all.count {
      if all[at] == UInt8(ascii: "\\"), at + 3 < all.count,
        let value = UInt8(String(decoding: all[at + 1...at + 3], as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        at += 4
      } else {
        bytes.append(all[at])
        at += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the UUID of the file system on a device. Returns the device's name if udev does not know it, and nil if
  /// the system could not check.
  public static func identity(of mount: Mount, byUUID folder: String = "/dev/disk/by-uuid") -> String? {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder) else {
      return FolderPresence(folder) == .gone ? mount.device : nil
    }
    let real = URL(fileURLWithPath: mount.device).resolvingSymlinksInPath().path
    return names.first { URL(fileURLWithPath: "\(folder)/\($0)").resolvingSymlinksInPath().path == real } ?? mount.device
  }
}

/// Waits for changes of the mount table without a busy loop. The kernel marks the file after each mount and unmount.
public final class MountWatch {
  private let descriptor: Int32

  /// Opens the kernel's table. If that fails, `wait` only waits.
  public init() { descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) }
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Waits for at most `milliseconds`.
  /// - Returns: whether the table may have changed.
  public func wait(milliseconds: Int32) -> Bool {
    guard descriptor >= 0 else {
      // Without the kernel's table there is no event to wait for.
      usleep(UInt32(milliseconds) * 1000)
      return true
    }
    var poll = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return false }
    // Reading to the end arms the notification again.
    var buffer = [UInt8](repeating: 0, count: 4096)
    lseek(descriptor, 0, SEEK_SET)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return true
  }
}
