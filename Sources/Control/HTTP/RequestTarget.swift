/// A request line's target: a path, or a whole address as programs send it to a proxy (RFC 9112, 3.2).
struct RequestTarget: Equatable {
  /// Host and port of a whole address.
  var authority: String?
  /// Path and query.
  var path: String

  /// - Parameter text: as it stands in the request line.
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
