import Foundation
import GestureFlowAPI

/// Who has a device file open, and whose it is.
enum DeviceUser {
  /// Name and number of another process that has the file open, as far as /proc tells.
  static func find(_ path: String) -> String? {
    let files = FileManager.default
    // A camera may be named by a link that stays the same whatever its number is.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = Int32(process), number != getpid() else { continue }
      let folder = "/proc/\(process)/fd"
      for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? []
      where (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")) == path {
        let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)).map { cleaned($0, limit: 32) }
        return "\(name ?? "process") (\(process))"
      }
    }
    return nil
  }

  /// Name of the file's group; nil for root's, which nobody should join.
  static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, let entry = getgrgid(status.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}
