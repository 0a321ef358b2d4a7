/// The target of a request line: a path, or a whole URL. Programs send a whole URL to a proxy (RFC 9112, 3.2).
struct RequestTarget: Equatable {
  /// Host and port of a whole URL.
  var authority: String?
  /// Path and query.
  var path: String

  /// - Parameter text: the target as it stands in the request line.
  init(_ text: String) {
    let scheme = "http://"
    guard text.prefix(scheme.count).lowercased() == scheme else {
      path = text
      return
    }
    let rest = text.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    authority = String(rest[..<end])
    let tail = rest[end...]
    path = tail.hasPrefix("/") ? String(tail) : "/" + tail
  }
}
