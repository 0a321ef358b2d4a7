import Glibc

/// Symbolic links, followed one at a time.
package enum SymbolicLink {
  /// Links that are followed, as many as the kernel follows.
  package static let most = 40

  /// The path to which a link leads; nil if it cannot be read.
  package static func next(_ link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0, let path = String(validating: bytes.prefix(count), as: UTF8.self) else { return nil }
    return path.hasPrefix("/") || link.folderOfPath.isEmpty ? path : link.folderOfPath + "/" + path
  }
}
