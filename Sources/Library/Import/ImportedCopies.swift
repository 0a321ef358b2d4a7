import Foundation

extension Importer {
  /// Returns the copy of a file that was imported and is unchanged. Nil if there is not one.
  public func copy(of path: String) -> String? {
    guard let target = target(for: path), access(target, R_OK) == 0, Self.isWhole(target) else { return nil }
    return target
  }

  /// Returns whether a copy plays from its first frame to its last. Reads only a small part of it.
  static func isWhole(_ copy: String) -> Bool {
    var status = stat()
    guard stat(copy, &status) == 0 else { return false }
    return (try? TrackProbe.look(copy, size: Int64(status.st_size), toEnd: true)) != nil
  }
}
