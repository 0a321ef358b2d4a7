import Foundation

extension Importer {
  /// Path of the copy of a file that was imported before and has not changed since; nil if there is none.
  public func copy(of path: String) -> String? {
    guard let target = target(for: path), access(target, R_OK) == 0, Self.isWhole(target) else { return nil }
    return target
  }

  /// Whether a copy plays from its first frame to its last. Reads little of it.
  static func isWhole(_ copy: String) -> Bool {
    var status = stat()
    guard stat(copy, &status) == 0 else { return false }
    return (try? TrackProbe.look(copy, size: Int64(status.st_size), toEnd: true)) != nil
  }
}
