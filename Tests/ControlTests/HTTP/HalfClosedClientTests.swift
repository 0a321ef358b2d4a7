import Control
import Foundation
import Synchronization
import Testing

/// Tests of clients that shut down their side after the request, as `printf ... | ncat -U` does.
@Suite(.serialized) struct HalfClosedClientTests {
  private func ask(_ text: String) throws -> (answer: String, carriedOut: Int) {
    let done = Mutex(0)
    let server = try OwnServer(
      .patient,
      Service {
        done.withLock { $0 += 1 }
        return Answers.text("<\($0.path)>")
      })
    defer { server.stop() }
    let connection = try #require(UnixConnection(server.path))
    connection.send(text)
    shutdown(connection.descriptor, Int32(SHUT_WR))
    return (String(decoding: connection.readAll(), as: UTF8.self), done.withLock { $0 })
  }

  @Test func `a half-closed client gets its answer`() throws {
    let one = try ask("POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nab")
    #expect(one.answer.hasPrefix("HTTP/1.1 200") && one.answer.hasSuffix("</a>") && one.carriedOut == 1)
    let two = try ask("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n")
    #expect(two.answer.contains("</a>") && two.answer.hasSuffix("</b>") && two.carriedOut == 2)
  }

  @Test(arguments: ["GET /a HT", "GET /a HTTP/1.1\r\nco", "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nab"])
  func `a request that ends too early is rejected and not carried out`(text: String) throws {
    let (answer, carriedOut) = try ask(text)
    #expect(answer.hasPrefix("HTTP/1.1 400") && carriedOut == 0, "\(answer)")
  }

  @Test func `a client that sends nothing receives nothing`() throws {
    let (answer, carriedOut) = try ask("")
    #expect(answer.isEmpty && carriedOut == 0)
  }
}
