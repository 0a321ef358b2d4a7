import Foundation
import NIOHTTP1

/// A request that has arrived whole.
struct Request: Sendable {
  var method: HTTPMethod
  var path: String
  /// Values of the query, decoded; of several with one name the last.
  var query: [String: String]
  var body: Data

  /// Nil for a target that is no path.
  init?(method: HTTPMethod, target: String, body: Data) {
    guard target.hasPrefix("/"), let parts = URLComponents(string: target), parts.host == nil else { return nil }
    self.method = method
    path = parts.path
    query = (parts.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
    self.body = body
  }
}

/// What goes back.
enum Response: Sendable {
  case whole(status: HTTPResponseStatus, type: String, body: Data, headers: [String: String] = [:])
  /// Events until the client goes away. `next` is asked some times a second; nil for nothing new.
  case events(next: @Sendable () -> Data?)
}
