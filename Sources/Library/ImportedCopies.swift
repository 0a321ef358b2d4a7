import Foundation

extension Importer {
  /// Path of the copy of a file that was imported before and has not changed since; nil if there is none.
  public func copy(of path: String) -> String? {
    guard let target = target(for: path), access(target, R_OK) == 0 else { return nil }
    return target
  }
}
