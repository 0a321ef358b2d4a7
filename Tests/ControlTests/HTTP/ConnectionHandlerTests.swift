import Control
import Foundation
import GestureFlowAPI
import NIOCore
import TestSupport
import Testing

/// Tests of one connection: accepted requests, errors, and its end.
@Suite(.serialized) struct ConnectionHandlerTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits.patient
    change(&limits)
    return limits
  }

  /// Runs `body` against a server that echoes the method and the body.
  private func withEcho(_ limits: Limits = .patient, _ body: (String) throws -> Void) throws {
    let server = try OwnServer(
      limits, Service { Answers.text("\($0.method.rawValue) \(String(decoding: $0.body, as: UTF8.self)).") })
    defer { server.stop() }
    try body(server.path)
  }

  /// Reads until the text has arrived.
  private func read(_ connection: UnixConnection, until text: String) -> String {
    var heard = ""
    _ = waitUntil {
      heard += String(decoding: connection.readSome(limit: 1), as: UTF8.self)
      return heard.contains(text)
    }
    return heard
  }

  @Test func `a connection takes one request after the other`() throws {
    try withEcho { path in
      let connection = try #require(UnixConnection(path))
      for n in 1...3 {
        connection.send("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\nn\(n)")
        let answer = read(connection, until: "POST n\(n).")
        #expect(answer.hasPrefix("HTTP/1.1 200") && !answer.lowercased().contains("connection: close"), "\(answer)")
      }
      connection.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
      #expect(String(decoding: connection.readAll(), as: UTF8.self).hasSuffix("GET ."))
    }
  }

  /// No other answer may follow the header of a file or of events. The client would take it as part of its
  /// content.
  @Test func `a second request during a file or events puts no word into them`() throws {
    try Places.withFolder { folder in
      // The file is larger than a socket's buffer, so the end waits for the client.
      let path = folder.appendingPathComponent("sevens")
      try Data(repeating: 7, count: 4 << 20).write(to: path)
      let file = try #require(OpenFile(path.path))
      let server = try OwnServer(
        .patient, Service { $0.path == "/file" ? .file(file, type: "audio/flac") : .events { Data(repeating: 7, count: 10) } })
      defer { server.stop() }
      for name in ["/file", "/events"] {
        let connection = try #require(UnixConnection(server.path))
        connection.send("GET \(name) HTTP/1.1\r\n\r\n")
        var all = Data()
        #expect(
          waitUntil {
            all += connection.readSome(limit: 1)
            return all.contains(7)
          })
        connection.send("GET /other HTTP/1.1\r\n\r\n")
        all += connection.readAll()
        let head = try #require(all.range(of: Data("\r\n\r\n".utf8)))
        let words = String(decoding: all[head.upperBound...], as: UTF8.self)
        #expect(!words.contains("HTTP/") && !words.contains("one request at a time"), "\(name)")
      }
    }
  }

  @Test func `HEAD gives the length and sends nothing`() throws {
    try withEcho { path in
      let connection = try #require(UnixConnection(path))
      connection.send("HEAD / HTTP/1.1\r\n\r\n")
      let head = read(connection, until: "\r\n\r\n")
      #expect(head.contains("200 OK") && head.lowercased().contains("content-length: 6\r\n") && head.hasSuffix("\r\n\r\n"))
      // No part of the body precedes the next answer.
      connection.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
      #expect(String(decoding: connection.readAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a body is taken up to its limit and not a byte further`() throws {
    try withEcho(limits { $0.body = 10 }) { path in
      func ask(_ request: String) throws -> Answer {
        let connection = try #require(UnixConnection(path))
        connection.send("POST / HTTP/1.1\r\nConnection: close\r\n" + request)
        return Answer(connection.readAll())
      }
      #expect(try ask("Content-Length: 10\r\n\r\n0123456789").text == "POST 0123456789.")
      // The announced length alone gives the answer; the server does not wait for the body.
      let announced = try ask("Content-Length: 11\r\n\r\n")
      #expect(announced.status == 413 && announced.text.contains("11 bytes; 10 are accepted"))
      let chunked = "Transfer-Encoding: chunked\r\n\r\n"
      #expect(try ask(chunked + "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n").text == "POST 0123456789.")
      #expect(try ask(chunked + "5\r\n01234\r\n6\r\n56789a\r\n0\r\n\r\n").status == 413)
    }
  }

  /// An answer without a reader would stay in memory.
  @Test func `a client that does not read its answer is dropped`() throws {
    let server = try OwnServer(
      limits { $0.slowReader = .milliseconds(200) }, Service { _ in Answers.text(String(repeating: "x", count: 16 << 20)) })
    defer { server.stop() }
    let connection = try #require(UnixConnection(server.path))
    connection.send("GET / HTTP/1.1\r\n\r\n")
    #expect(waitUntil { connection.events(0) & Int16(POLLHUP) != 0 })
    #expect(connection.readAll().count < 16 << 20)
  }

  @Test func `the answer of a client that disconnects is dropped`() throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try OwnServer(
      .patient,
      Service { request in
        if request.path == "/slow" { gate.wait() }
        return Answers.text("here")
      })
    defer { server.stop() }
    do {
      let gone = try #require(UnixConnection(server.path))
      gone.send("GET /slow HTTP/1.1\r\n\r\n")
    }
    gate.signal()
    let other = try #require(UnixConnection(server.path))
    other.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(Answer(other.readAll()).text == "here")
  }

  /// A file in progress that keeps nothing.
  private final class Sink: UploadTarget {
    func write(_ bytes: ByteBuffer) {}
    func finish() -> Response { Answers.text("taken") }
  }

  @Test func `a file is taken with its length and in one piece`() throws {
    var service = Service { _ in Answers.text("") }
    service.takesUpload = { _ in true }
    service.receive = { request, _ in request.path == "/full" ? .failure(.noRoom("full")) : .success(Sink()) }
    let server = try OwnServer(.patient, service)
    defer { server.stop() }
    func ask(_ path: String, _ headers: String, _ body: String = "") throws -> String {
      let connection = try #require(UnixConnection(server.path))
      connection.send("POST \(path) HTTP/1.1\r\nConnection: close\r\n\(headers)\r\n\(body)")
      return String(decoding: connection.readAll(), as: UTF8.self)
    }
    for headers in ["", "Transfer-Encoding: chunked\r\n"] { #expect(try ask("/", headers).hasPrefix("HTTP/1.1 411"), "\(headers)") }
    #expect(try ask("/", "Content-Length: 3\r\n", "abc").hasSuffix("taken"))
    // The body is larger than any that is kept in memory.
    #expect(try ask("/", "Content-Length: 200000\r\n", String(repeating: "x", count: 200_000)).hasSuffix("taken"))
    // A client that waits for `100 Continue` receives it once, and only if the file is accepted.
    let waiting = try #require(UnixConnection(server.path))
    waiting.send("POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
    #expect(read(waiting, until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
    waiting.send("abc")
    let taken = String(decoding: waiting.readAll(), as: UTF8.self)
    #expect(taken.hasPrefix("HTTP/1.1 200") && taken.hasSuffix("taken"))
    let full = try ask("/full", "Content-Length: 3\r\nExpect: 100-continue\r\n")
    #expect(full.hasPrefix("HTTP/1.1 507"))
  }
}
