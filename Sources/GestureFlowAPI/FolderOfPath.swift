extension String {
  /// The folder of a path. It is the part before its last `/`, or empty without one. (Foundation's
  /// `deletingLastPathComponent` traps on a path of one character.)
  package var folderOfPath: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
