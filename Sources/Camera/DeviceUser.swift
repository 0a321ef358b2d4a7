import Foundation
import GestureFlowAPI

/// Finds the process that has a device file open, and its group.
enum DeviceUser {
  /// Returns name and number of another process that has the file open. Nil if /proc shows none.
  static func find(_ path: String) -> String? {
    let files = FileManager.default
    // Resolve links: a stable link may name a camera whose number changes.
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

  /// Returns the file's group; nil for root's, which no user should join.
  static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_gid != 0, let entry = getgrgid(status.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}
