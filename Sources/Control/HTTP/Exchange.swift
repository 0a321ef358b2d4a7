import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1

/// A request that has arrived whole; or its head, while a body too large for memory is on its way.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var path: String
  /// Values of the query, decoded; of several with one name the last.
  package var query: [String: String]
  package var body: Data
  /// Who asks, as the headers tell.
  package var caller = Caller.ours

  /// Nil for a target that is no path.
  package init?(method: HTTPMethod, target: String, body: Data) {
    guard target.hasPrefix("/"), let parts = URLComponents(string: target), parts.host == nil else { return nil }
    self.method = method
    path = parts.path
    query = (parts.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
    self.body = body
  }

  /// The value of a parameter that is a whole number. - Throws: `Problem` that names the parameter and its range.
  package func number(_ name: String, _ range: ClosedRange<Int>, _ fallback: Int) throws(Problem) -> Int {
    guard let text = query[name] else { return fallback }
    guard let value = Int(text), range.contains(value) else {
      throw .badField(name, "'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// - Throws: `Problem` that names the first parameter that is none of these, and what there is.
  package func allow(_ names: [String]) throws(Problem) {
    for name in query.keys.sorted() where !names.contains(name) {
      let list = names.isEmpty ? "none is taken here" : "there is \(names.joined(separator: ", "))"
      throw .badField(name, "there is no parameter '\(name.prefix(80))'; \(list)")
    }
  }
}

/// What goes back.
package enum Response: Sendable {
  case whole(status: HTTPResponseStatus, type: String, body: Data, headers: [String: String] = [:])
  /// Events until the client goes away. `next` is asked some times a second, on the events' queue; nil for nothing new.
  case events(next: @Sendable () -> Data?)
  /// A file, a piece at a time, as fast as the client takes it.
  case file(OpenFile, type: String)
}

/// Takes a body that is too large for memory. One queue calls; what is released before `finish` leaves nothing behind.
package protocol UploadTarget: AnyObject, Sendable {
  /// The next bytes, in the order in which they came. What goes wrong is told by `finish`.
  func write(_ bytes: ByteBuffer)
  /// All bytes have come.
  func finish() -> Response
}

/// What a server does with requests.
package struct Service: Sendable {
  /// Computes the answer to a whole request, on the answers' queue; with a `sharingKey`, on the pictures'.
  package var answer: @Sendable (Request) -> Response
  /// The key of a request whose answer takes its time and may be shared: it is computed apart, once for all who wait for the same key.
  package var sharingKey: @Sendable (Request) -> String? = { _ in nil }
  /// True if the body of a request with this head goes to a file instead of memory.
  package var takesUpload: @Sendable (Request) -> Bool = { _ in false }
  /// Opens what takes such a body, on the uploads' queue.
  package var receive: @Sendable (Request, _ bytes: Int64) -> Result<any UploadTarget, Problem> = { request, _ in
    .failure(.notAllowed("\(request.path.prefix(80)) takes no files"))
  }

  /// A service that takes no files.
  package init(answer: @escaping @Sendable (Request) -> Response) { self.answer = answer }
}
