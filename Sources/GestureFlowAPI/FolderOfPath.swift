extension String {
  /// The folder of a path: what stands before its last `/`, and empty where there is none. (Foundation's `deletingLastPathComponent` ends the program on a path of one character.)
  package var folderOfPath: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
