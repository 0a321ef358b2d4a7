import Foundation
import NIOHTTP1

/// A request that has arrived whole.
struct Request: Sendable {
  var method: HTTPMethod
  var path: String
  /// Values of the query, decoded; of several with one name the last.
  var query: [String: String]
  var body: Data
  /// A browser sent it for another site's page: the owner looks at the box through a forwarded port, and at other pages beside it.
  var isForeign = false

  /// Nil for a target that is no path.
  init?(method: HTTPMethod, target: String, body: Data) {
    guard target.hasPrefix("/"), let parts = URLComponents(string: target), parts.host == nil else { return nil }
    self.method = method
    path = parts.path
    query = (parts.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
    self.body = body
  }
}

extension Request {
  /// Browsers say where a request comes from (Fetch standard: Origin, Sec-Fetch-Site); programs say nothing, and are not meant.
  static func isForeign(_ headers: HTTPHeaders) -> Bool {
    if let site = headers.first(name: "sec-fetch-site"), site != "same-origin", site != "none" { return true }
    guard let origin = headers.first(name: "origin") else { return false }
    let host = headers.first(name: "host") ?? ""
    return origin != "http://\(host)" && origin != "https://\(host)"
  }
}

/// What goes back.
enum Response: Sendable {
  case whole(status: HTTPResponseStatus, type: String, body: Data, headers: [String: String] = [:])
  /// Events until the client goes away. `next` is asked some times a second; nil for nothing new.
  case events(next: @Sendable () -> Data?)
}
