import Foundation
import GestureFlowAPI
import NIOCore
import NIOHTTP1

/// A complete request. If its body is too large for memory, only the head of the request.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var path: String
  /// Decoded values of the query. The last one wins if a name occurs several times.
  package var query: [String: String]
  package var body: Data
  /// The sender, according to the headers.
  package var caller = Caller.ours

  /// Creates a request; nil if the target is not a path.
  package init?(method: HTTPMethod, target: String, body: Data) {
    guard target.hasPrefix("/"), let parts = URLComponents(string: target), parts.host == nil else { return nil }
    self.method = method
    path = parts.path
    query = (parts.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
    self.body = body
  }

  /// Returns the value of a parameter that is a whole number.
  /// - Throws: `Problem` that names the parameter and its range.
  package func number(_ name: String, _ range: ClosedRange<Int>, _ fallback: Int) throws(Problem) -> Int {
    guard let text = query[name] else { return fallback }
    guard let value = Int(text), range.contains(value) else {
      throw .badField(name, "'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// - Throws: `Problem` that names the first unknown parameter, and the allowed ones.
  package func allow(_ names: [String]) throws(Problem) {
    for name in query.keys.sorted() where !names.contains(name) {
      let list = names.isEmpty ? "this path takes none" : "there is \(names.joined(separator: ", "))"
      throw .badField(name, "there is no parameter '\(name.prefix(80))'; \(list)")
    }
  }
}

/// The answer to a request.
package enum Response: Sendable {
  case whole(status: HTTPResponseStatus, type: String, body: Data, headers: [String: String] = [:])
  /// Events until the client disconnects. `next` is polled several times a second on the queue of events; nil means
  /// nothing new.
  case events(next: @Sendable () -> Data?)
  /// A file, sent in pieces as fast as the client reads it.
  case file(OpenFile, type: String)
}

/// A receiver of a body that is too large for memory. One queue calls it. If it is released before `finish`, it
/// leaves nothing behind.
package protocol UploadTarget: AnyObject, Sendable {
  /// Takes the next bytes, in the order of their arrival. `finish` reports any error.
  func write(_ bytes: ByteBuffer)
  /// Ends the body after its last byte.
  func finish() -> Response
}

/// The functions with which a server handles requests.
package struct Service: Sendable {
  /// Computes the answer to a complete request, on the queue of answers. With a `sharingKey` it does so on the queue of
  /// images.
  package var answer: @Sendable (Request) -> Response
  /// Begins the answer to a request that others carry out. An example is a command. It must not wait; `hand` receives
  /// the answer on any thread. Returns false for other requests.
  package var begin: @Sendable (Request, _ hand: @escaping @Sendable (Response) -> Void) -> Bool = { _, _ in false }
  /// Returns whether a request writes files. Its answer is computed on the queue of settings.
  package var writes: @Sendable (Request) -> Bool = { _ in false }
  /// Returns the sharing key of a request with a slow answer. Such an answer is computed on another queue, once for
  /// all clients that wait for the same key.
  package var sharingKey: @Sendable (Request) -> String? = { _ in nil }
  /// Returns whether a request's body goes to a file instead of memory.
  package var takesUpload: @Sendable (Request) -> Bool = { _ in false }
  /// Opens the receiver of such a body, on the queue of uploads.
  package var receive: @Sendable (Request, _ bytes: Int64) -> Result<any UploadTarget, Problem> = { request, _ in
    .failure(.notAllowed("\(request.path.prefix(80)) takes no files"))
  }

  /// Creates a service that does not accept files.
  package init(answer: @escaping @Sendable (Request) -> Response) { self.answer = answer }
}
