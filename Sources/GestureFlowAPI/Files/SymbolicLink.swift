import Glibc

/// A namespace for following symbolic links one at a time.
package enum SymbolicLink {
  /// Greatest number of links to follow, the same as in the kernel.
  package static let most = 40

  /// Returns the path to which a link leads. Returns nil if it cannot be read.
  package static func next(_ link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0, let path = String(validating: bytes.prefix(count), as: UTF8.self) else { return nil }
    return path.hasPrefix("/") || link.folderOfPath.isEmpty ? path : link.folderOfPath + "/" + path
  }
}
