import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// Tests of the client's parser, with valid and broken answers.
@Suite struct BoxClientTests {
  /// Sends one request, which `serve` answers.
  private func ask(
    _ method: String = "GET", body: Data? = nil, timeout: Double = 60, _ serve: @escaping @Sendable (Peer) -> Void
  ) throws -> (status: Int, body: Data) {
    let box = try ScriptedBox(serve)
    let client = BoxClient(socket: box.socket)
    defer { box.stop() }
    return try client.ask(method, "/v1/x?y=1", body: body, timeout: timeout)
  }

  /// Returns the error of a request without an answer.
  private func failure(timeout: Double = 60, _ serve: @escaping @Sendable (Peer) -> Void) -> ClientError? {
    do {
      _ = try ask(timeout: timeout, serve)
      return nil
    } catch { return error as? ClientError }
  }

  @Test func `the request is whole and so is the answer`() throws {
    let heard = Mutex("")
    let answer = try ask("POST", body: Data("{}".utf8)) { peer in
      let head = peer.head()
      let body = String(decoding: peer.body(2), as: UTF8.self)
      heard.withLock { $0 = head + body }
      // In pieces, as a busy box sends it.
      for piece in ["HTTP/1.1 202 Accep", "ted\r\nContent-Length: 5\r\n\r", "\nab", "cde"] { peer.send(piece) }
    }
    #expect(answer.status == 202 && answer.body == Data("abcde".utf8))
    let request = heard.withLock { $0 }
    #expect(request.hasPrefix("POST /v1/x?y=1 HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\n{}"))
    #expect(request.contains("Host: localhost\r\n") && request.contains("Content-Length: 2\r\n"))
  }

  @Test func `a box that does not run differs from one that does not answer`() throws {
    let box = try ScriptedBox { _ in }
    box.crash()
    defer { unlink(box.socket) }
    // The first socket has lost its listener; the second never had one.
    for path in [box.socket, "/tmp/gf-no-such.sock"] {
      let client = BoxClient(socket: path)
      let error = #expect(throws: ClientError.self) { _ = try client.ask("GET", "/") }
      guard case .notRunning(path)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.exitCode == 3 && error?.description.contains("systemctl start") == true)
    }
  }

  /// No bytes, half a head, half a body, and other text than HTTP.
  @Test(arguments: ["", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", "ERROR\r\n\r\n"])
  func `an answer that breaks off is not an answer`(text: String) {
    let error = failure { peer in
      _ = peer.head()
      peer.send(text)
    }
    guard case .noAnswer? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.exitCode == 4 && error?.description.contains("journalctl") == true)
  }

  @Test func `a box that says nothing is not waited for without end`() {
    let error = failure(timeout: 0.1) { _ = $0.rest() }
    guard case .noAnswer(_, let why)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(why.contains("nothing came"))
  }

  @Test func `a problem is read and another body is shown`() throws {
    let refused = Problem.refused("not now")
    #expect(BoxClient.problem(409, try JSONEncoder().encode(refused)) == refused)
    let other = BoxClient.problem(502, Data(String(repeating: "x", count: 5000).utf8))
    #expect(other.status == 502 && other.title.contains("502") && other.detail.count == 300)
    #expect(ClientError.problem(refused).exitCode == 1 && ClientError.problem(refused).description == "not now")
  }

  // MARK: - Events

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

  /// Receives events of `serve` until there are `count`, or until it closes.
  private func listen(until count: Int = .max, _ serve: @escaping @Sendable (Peer) -> Void) throws -> [String] {
    let box = try ScriptedBox(serve)
    let client = BoxClient(socket: box.socket)
    defer { box.stop() }
    let events = Mutex<[String]>([])
    try client.listen("/v1/events") { type, data in
      events.withLock {
        $0.append("\(type) \(String(decoding: data, as: UTF8.self))")
        return $0.count < count
      }
    }
    return events.withLock { $0 }
  }

  /// The end of the stream is not a failure.
  @Test func `events come whole however they are cut`() throws {
    let stream = "event: a\ndata: {\"x\":\"ä\"}\n\n: here\n\ndata: plain\n\nevent: b\ndata: 1\n\nevent: cut\ndata: 2\n"
    for size in [1, 3, 7, 1000] {
      let events = try listen { peer in
        _ = peer.head()
        peer.send(Self.head)
        let bytes = Array(stream.utf8)
        for begin in stride(from: 0, to: bytes.count, by: size) {
          let piece = bytes[begin..<min(begin + size, bytes.count)]
          _ = Array(piece).withUnsafeBytes { Glibc.send(peer.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
      }
      #expect(events == ["a {\"x\":\"ä\"}", "message plain", "b 1"], "in pieces of \(size)")
    }
  }

  @Test func `a reader that has enough closes the connection`() throws {
    let isLeft = DispatchSemaphore(value: 0)
    let events = try listen(until: 2) { peer in
      _ = peer.head()
      peer.send(Self.head)
      for i in 0..<5 { peer.send("event: e\ndata: \(i)\n\n") }
      _ = peer.rest()
      isLeft.signal()
    }
    #expect(events == ["e 0", "e 1"])
    #expect(isLeft.wait(timeout: .now() + 60) == .success)
  }

  @Test func `a refusal to tell is a problem`() throws {
    let problem = Problem.badField("types", "there is no kind of event 'x'")
    let body = String(decoding: try JSONEncoder().encode(problem), as: UTF8.self)
    let error = #expect(throws: ClientError.self) {
      _ = try listen { peer in
        _ = peer.head()
        peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      }
    }
    guard case .problem(problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: - A box that stalls

  /// The connection stays, but neither a capture nor the events continue.
  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome of it"])
  func `a box that sends nothing more is left and named`(text: String) throws {
    let box = try ScriptedBox { peer in
      _ = peer.head()
      peer.send(text)
      // It neither sends nor closes while the client is there.
      _ = peer.rest()
    }
    defer { box.stop() }
    let client = BoxClient(socket: box.socket)
    let downloaded = #expect(throws: ClientError.self) { try client.download("/v1/captures/x", patience: 0.2) { _ in true } }
    let listened = #expect(throws: ClientError.self) { try client.listen("/v1/events", patience: 0.2) { _, _ in true } }
    for error in [downloaded, listened] {
      let told = error?.description ?? ""
      #expect(error?.exitCode == 4 && told.contains("the box has sent nothing") && told.contains(box.socket), "\(told)")
    }
  }
}
