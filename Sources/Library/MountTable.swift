import Foundation
import GestureFlowAPI

/// A mounted file system.
public struct Mount: Sendable, Equatable, Hashable {
  /// Where it is mounted.
  public var path: String
  /// Its device, `/dev/sda1`.
  public var device: String

  /// - Parameters:
  ///   - path: where it is mounted. - device: its device.
  public init(path: String, device: String) {
    self.path = path
    self.device = device
  }
}

/// What is mounted, out of `/proc/self/mountinfo` (its format: proc(5)).
public enum MountTable {
  /// What is mounted below a folder now, in the order of the paths; nil if the kernel's table cannot be read, for want of descriptors for example.
  public static func mounts(below root: String) -> [Mount]? { read().map { mounts(below: root, table: $0) } }

  /// Mounts below a folder, in the order of their paths.
  public static func mounts(below root: String, table: String) -> [Mount] {
    let prefix = root.hasSuffix("/") ? root : root + "/"
    var found: [String: Mount] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 7, let dash = words.firstIndex(of: "-"), dash + 2 < words.count else { continue }
      let path = unescape(words[4])
      // Of two mounts on one place the later one is seen.
      if path.hasPrefix(prefix) { found[path] = Mount(path: path, device: unescape(words[dash + 2])) }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  /// The kernel's table; nil if it cannot be read, which says nothing of what is mounted.
  public static func read() -> String? { KernelFile.text("/proc/self/mountinfo") }

  /// The kernel writes blanks, tabs, line ends and backslashes as octal numbers.
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

  /// UUID of the file system on a device; the device's own name if udev does not know it; nil if the system could not look.
  public static func identity(of mount: Mount, byUUID folder: String = "/dev/disk/by-uuid") -> String? {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder) else {
      return FolderPresence(folder) == .gone ? mount.device : nil
    }
    let real = URL(fileURLWithPath: mount.device).resolvingSymlinksInPath().path
    return names.first { URL(fileURLWithPath: "\(folder)/\($0)").resolvingSymlinksInPath().path == real } ?? mount.device
  }
}

/// Waits for changes of the mount table without a busy loop: the kernel marks the file when something was mounted or unmounted.
public final class MountWatch {
  private let descriptor: Int32

  /// Opens the kernel's table; without one it only waits.
  public init() { descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) }
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// True if the table has changed; waits `milliseconds` at most.
  public func wait(milliseconds: Int32) -> Bool {
    guard descriptor >= 0 else {
      usleep(UInt32(milliseconds) * 1000)
      return true
    }
    var poll = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return false }
    // Reading to the end arms it again.
    var buffer = [UInt8](repeating: 0, count: 4096)
    lseek(descriptor, 0, SEEK_SET)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return true
  }
}
