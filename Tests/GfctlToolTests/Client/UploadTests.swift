import Foundation
import GestureFlowAPI
import GfctlTool
import Synchronization
import TestSupport
import Testing

/// Tests of the upload of a film to the box.
@Suite struct UploadTests {
  private static let goOn = "HTTP/1.1 100 Continue\r\n\r\n"

  private static func answer(_ status: Int, _ body: String) -> String {
    "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Sends `count` bytes in these pieces; returns the answer and the reports of `next`.
  private func send(
    _ bytes: Int64, _ pieces: [String], to serve: @escaping @Sendable (Peer) -> Void
  ) throws -> (status: Int, body: String, told: [Int64]) {
    let box = try ScriptedBox(serve)
    let client = BoxClient(socket: box.socket)
    defer { box.stop() }
    var told: [Int64] = []
    let answer = try client.upload("/v1/imports?name=a", bytes: bytes) { sent in
      defer { told.append(sent) }
      return Data((told.count < pieces.count ? pieces[told.count] : "").utf8)
    }
    return (answer.status, String(decoding: answer.body, as: UTF8.self), told)
  }

  @Test func `the box is asked first and then gets every byte in order`() throws {
    let heard = Mutex((head: "", body: ""))
    let sent = try send(11, ["hello", " ", "world"]) { peer in
      let head = peer.head()
      peer.send(Self.goOn)
      let body = String(decoding: peer.body(11), as: UTF8.self)
      heard.withLock { $0 = (head, body) }
      peer.send(Self.answer(202, "taken"))
    }
    #expect(sent.status == 202 && sent.body == "taken")
    #expect(sent.told == [0, 5, 6, 11], "and how far it is, to the end")
    let (head, body) = heard.withLock { $0 }
    #expect(body == "hello world")
    #expect(head.hasPrefix("POST /v1/imports?name=a HTTP/1.1\r\n") && head.contains("Content-Length: 11\r\n"))
    #expect(head.contains("Expect: 100-continue\r\n") && head.contains("Host: localhost\r\n"))
  }

  @Test func `a film that is not wanted is not sent`() throws {
    let rest = Mutex(-1)
    let sent = try send(11, ["hello world"]) { peer in
      _ = peer.head()
      peer.send(Self.answer(409, "no"))
      let count = peer.rest()
      rest.withLock { $0 = count }
    }
    #expect(sent.status == 409 && sent.body == "no" && sent.told.isEmpty)
    #expect(waitUntil { rest.withLock { $0 } == 0 })
  }

  /// The file grows during the upload: the client sends only the announced bytes.
  @Test func `no more is sent than was announced`() throws {
    let rest = Mutex<(body: String, more: Int)>(("", -1))
    let sent = try send(5, ["hello world"]) { peer in
      _ = peer.head()
      peer.send(Self.goOn)
      let body = String(decoding: peer.body(5), as: UTF8.self)
      peer.send(Self.answer(202, ""))
      let more = peer.rest()
      rest.withLock { $0 = (body, more) }
    }
    #expect(sent.status == 202 && sent.told == [0, 5])
    #expect(waitUntil { rest.withLock { $0.more } >= 0 })
    #expect(rest.withLock { $0.body == "hello" && $0.more == 0 })
  }

  @Test func `a file that has become shorter is reported`() {
    let error = #expect(throws: ClientError.self) {
      _ = try send(100, ["hello"]) { peer in
        _ = peer.head()
        peer.send(Self.goOn)
        _ = peer.rest()
      }
    }
    #expect(error?.description.contains("shorter") == true)
  }

  private struct ReadError: Error {}

  @Test func `a file that cannot be read ends the connection`() throws {
    let rest = Mutex(-1)
    let box = try ScriptedBox { peer in
      _ = peer.head()
      peer.send(Self.goOn)
      let count = peer.rest()
      rest.withLock { $0 = count }
    }
    let client = BoxClient(socket: box.socket)
    defer { box.stop() }
    #expect(throws: ReadError.self) {
      _ = try client.upload("/", bytes: 100) { sent in
        if sent > 0 { throw ReadError() }
        return Data("hello".utf8)
      }
    }
    #expect(waitUntil { rest.withLock { $0 } == 5 }, "the box is not left waiting for the rest")
  }

  /// The box's disk becomes full during the upload: the box reports it and reads no more.
  @Test func `an answer in the middle ends the sending`() throws {
    let problem = Problem.noRoom("the disk is full")
    let body = String(decoding: try JSONEncoder().encode(problem), as: UTF8.self)
    let pieces = [String](repeating: String(repeating: "x", count: 1 << 20), count: 16)
    let error = #expect(throws: ClientError.self) {
      _ = try send(16 << 20, pieces) { peer in
        _ = peer.head()
        peer.send(Self.goOn)
        _ = peer.body(1000)
        peer.send(Self.answer(507, body))
        // It closes only after the client has gone: its answer must arrive.
        _ = waitUntil { !peer.isConnected }
      }
    }
    guard case .problem(problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a box that goes down in the middle is not an answer`() {
    for isAsked in [true, false] {
      let error = #expect(throws: ClientError.self) {
        _ = try send(11, ["hello world"]) { peer in
          _ = peer.head()
          if isAsked {
            peer.send(Self.goOn)
            _ = peer.body(11)
          }
        }
      }
      #expect(error?.exitCode == 4, "\(String(describing: error))")
    }
  }

  /// A box that stalls during an upload must not block the client.
  @Test func `a box that takes nothing more is left and named`() throws {
    let box = try ScriptedBox { peer in
      _ = peer.head()
      peer.send(Self.goOn)
      _ = peer.body(1000)
      // It neither reads nor closes while the client is connected.
      _ = waitUntil { !peer.isConnected }
    }
    defer { box.stop() }
    let client = BoxClient(socket: box.socket)
    let piece = Data(repeating: 120, count: 1 << 20)
    let error = #expect(throws: ClientError.self) {
      _ = try client.upload("/v1/imports?name=a", bytes: 16 << 20, patience: 0.2) { _ in piece }
    }
    let text = error?.description ?? ""
    #expect(error?.exitCode == 4 && text.contains("has not accepted any data"), "\(text)")
    #expect(text.contains(box.socket) && text.contains("journalctl"), "where, and what to do: \(text)")
  }

  @Test func `without a box nothing is read`() {
    let client = BoxClient(socket: "/tmp/gf-no-such.sock")
    let error = #expect(throws: ClientError.self) {
      _ = try client.upload("/", bytes: 5) { _ in
        Issue.record("no client is there to receive it")
        return Data()
      }
    }
    #expect(error?.exitCode == 3)
  }
}
