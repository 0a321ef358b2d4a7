import Control
import Foundation
import Synchronization
import TestSupport
import Testing

/// Raw requests to the real pipeline. Checked are each answer and whether the connection stays open.
@Suite(.serialized) struct ConformanceTests {
  /// A row of the table.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var request: String
    var statuses: [Int]
    /// Whether the connection answers another request.
    var stays = false
    var testDescription: String { name }
  }

  private static let host = "Host: localhost\r\n"
  private static func get(_ headers: String, path: String = "/a", version: String = "HTTP/1.1") -> String {
    "GET \(path) \(version)\r\n\(host)\(headers)\r\n"
  }
  private static func post(_ headers: String, _ body: String, version: String = "HTTP/1.1") -> String {
    "POST /a \(version)\r\n\(host)\(headers)\r\n\(body)"
  }
  private static let chunked = "Transfer-Encoding: chunked\r\n"

  static let forms: [Row] = [
    Row(name: "GET", request: get(""), statuses: [200], stays: true),
    Row(name: "GET with a body", request: get("Content-Length: 5\r\n") + "hello", statuses: [200], stays: true),
    Row(name: "HEAD", request: "HEAD /a HTTP/1.1\r\n\(host)\r\n", statuses: [200], stays: true),
    Row(name: "OPTIONS of a path", request: "OPTIONS /a HTTP/1.1\r\n\(host)\r\n", statuses: [200], stays: true),
    Row(name: "OPTIONS of all", request: "OPTIONS * HTTP/1.1\r\n\(host)\r\n", statuses: [400]),
    Row(name: "CONNECT", request: "CONNECT localhost:80 HTTP/1.1\r\n\(host)\r\n", statuses: [400]),
    Row(name: "unknown method", request: "FOO / HTTP/1.1\r\n\(host)\r\n", statuses: [400]),
    Row(name: "method in small letters", request: "get /a HTTP/1.1\r\n\(host)\r\n", statuses: [400]),
    Row(name: "close is asked for", request: get("Connection: close\r\n"), statuses: [200]),
    Row(name: "absolute form", request: get("", path: "http://localhost/a?b=1"), statuses: [200], stays: true),
    Row(name: "absolute form with a port", request: get("", path: "HTTP://LOCALHOST:8080"), statuses: [200], stays: true),
    Row(name: "absolute form of another host", request: get("", path: "http://evil.example/a"), statuses: [421], stays: true),
    Row(
      name: "absolute form, and a header of another host", request: "GET http://localhost/a HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      statuses: [421], stays: true),
    Row(name: "absolute form with a user", request: get("", path: "http://a@localhost/a"), statuses: [421], stays: true),
    Row(name: "absolute form of https", request: get("", path: "https://localhost/a"), statuses: [400]),
    Row(name: "two hosts", request: get("Host: localhost\r\n"), statuses: [421], stays: true),
    Row(name: "HTTP/1.0", request: get("", version: "HTTP/1.0"), statuses: [200]),
    Row(name: "HTTP/1.0 that stays", request: get("Connection: keep-alive\r\n", version: "HTTP/1.0"), statuses: [200], stays: true),
    Row(name: "HTTP/0.9", request: "GET /a\r\n\r\n", statuses: [400]),
    Row(name: "HTTP/0.9 by name", request: get("", version: "HTTP/0.9"), statuses: [400]),
    Row(name: "HTTP/1.2", request: get("", version: "HTTP/1.2"), statuses: [400]),
    Row(name: "HTTP/2.0", request: get("", version: "HTTP/2.0"), statuses: [400]),
    Row(name: "preface of HTTP/2", request: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", statuses: [400]),
    Row(name: "upgrade", request: get("Connection: Upgrade\r\nUpgrade: h2c\r\n"), statuses: [200]),
    Row(name: "empty lines before", request: "\r\n\r\n" + get(""), statuses: [200], stays: true),
    Row(name: "100-continue", request: post("Expect: 100-continue\r\nContent-Length: 2\r\n", "ab"), statuses: [100, 200], stays: true),
    Row(
      name: "100-continue of HTTP/1.0", request: post("Expect: 100-continue\r\nContent-Length: 2\r\n", "ab", version: "HTTP/1.0"),
      statuses: [200]),
    Row(name: "100-continue of too much", request: post("Expect: 100-continue\r\nContent-Length: 70000\r\n", ""), statuses: [413]),
    Row(
      name: "three GET and a POST at once",
      request: get("") + get("", path: "/b") + get("", path: "/c") + post("Content-Length: 2\r\n", "ab"),
      statuses: [200, 200, 200, 200], stays: true),
    Row(name: "a bad one behind a POST", request: post("Content-Length: 2\r\n", "ab") + "nonsense\r\n\r\n", statuses: [200, 400]),
    Row(
      name: "pieces, and another behind", request: post(chunked, "5;x=1\r\n12\n45\r\n0\r\nT: 1\r\n\r\n") + get(""), statuses: [200, 200],
      stays: true),
  ]

  static let smuggling: [Row] = [
    Row(name: "two lengths that differ", request: post("Content-Length: 2\r\nContent-Length: 3\r\n", "abc"), statuses: [400]),
    Row(name: "two lengths alike", request: post("Content-Length: 2\r\nContent-Length: 2\r\n", "ab"), statuses: [400]),
    Row(name: "list of lengths", request: post("Content-Length: 2, 2\r\n", "ab"), statuses: [400]),
    Row(name: "length and pieces", request: post("Content-Length: 4\r\n" + chunked, "1\r\nZ\r\n0\r\n\r\n"), statuses: [400]),
    Row(name: "pieces and length", request: post(chunked + "Content-Length: 4\r\n", "1\r\nZ\r\n0\r\n\r\n"), statuses: [400]),
    Row(name: "pieces twice", request: post(chunked + chunked, "0\r\n\r\n"), statuses: [400]),
    Row(name: "pieces and identity", request: post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"), statuses: [400]),
    Row(name: "unknown coding", request: post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), statuses: [400]),
    Row(name: "gzip alone", request: post("Transfer-Encoding: gzip\r\n", "abc"), statuses: [400]),
    Row(name: "pieces in HTTP/1.0", request: post(chunked, "0\r\n\r\n", version: "HTTP/1.0"), statuses: [400]),
    Row(name: "length below zero", request: post("Content-Length: -1\r\n", ""), statuses: [400]),
    Row(name: "length with a sign", request: post("Content-Length: +2\r\n", "ab"), statuses: [400]),
    Row(name: "length in hexadecimal", request: post("Content-Length: 0x2\r\n", "ab"), statuses: [400]),
    Row(name: "length with a space", request: post("Content-Length: 1 2\r\n", "ab"), statuses: [400]),
    Row(name: "empty length", request: post("Content-Length: \r\n", ""), statuses: [400]),
    Row(name: "length beyond 64 bits", request: post("Content-Length: 99999999999999999999\r\n", ""), statuses: [400]),
    Row(name: "length beyond the limit", request: post("Content-Length: 9999999999\r\n", ""), statuses: [413]),
    Row(name: "bad piece", request: post(chunked, "zz\r\n"), statuses: [400]),
    Row(name: "piece below zero", request: post(chunked, "-1\r\n"), statuses: [400]),
    Row(name: "piece beyond 64 bits", request: post(chunked, "fffffffffffffffff\r\n"), statuses: [400]),
    Row(name: "piece longer than it says", request: post(chunked, "2\r\nabX0\r\n\r\n"), statuses: [400]),
    Row(name: "pieces with bare line feeds", request: post(chunked, "2\nab\n0\n\n"), statuses: [400]),
    Row(name: "folded header", request: get("X: a\r\n b\r\n"), statuses: [400]),
    Row(name: "folded first header", request: "GET /a HTTP/1.1\r\n Host: localhost\r\n\r\n", statuses: [400]),
    Row(name: "bare line feeds", request: "GET /a HTTP/1.1\nHost: localhost\n\n", statuses: [400]),
    Row(name: "carriage return in a value", request: get("X: a\rb\r\n"), statuses: [400]),
    Row(name: "space before the colon", request: "GET /a HTTP/1.1\r\nHost : localhost\r\n\r\n", statuses: [400]),
    Row(name: "header without a colon", request: get("X\r\n"), statuses: [400]),
    Row(name: "header without a name", request: get(": x\r\n"), statuses: [400]),
    Row(name: "NUL in the path", request: get("", path: "/a\0"), statuses: [400]),
    Row(name: "NUL in a value", request: get("X: a\0b\r\n"), statuses: [400]),
    Row(name: "NUL in a name", request: get("X\0: a\r\n"), statuses: [400]),
    Row(name: "header beyond the limit", request: get("X: \(String(repeating: "a", count: 9000))\r\n"), statuses: [431]),
    Row(
      name: "cookies of other programs", request: get("Cookie: \(String(repeating: "a", count: 60_000))\r\ncOOKIE: b\r\n c\r\n"),
      statuses: [200], stays: true),
    Row(name: "cookies hide no header", request: get("Cookie: a\r\nX: \(String(repeating: "a", count: 9000))\r\n"), statuses: [431]),
    Row(name: "a cookie is not a request line", request: "cookie: x HTTP/1.1\r\n\r\n", statuses: [400]),
  ]

  /// A rejected request is not carried out. Each request that is carried out gets an answer.
  @Test(arguments: forms + smuggling) func `each request has its answer`(row: Row) throws {
    let done = Mutex(0)
    let server = try OwnServer(
      .patient,
      Service { request in
        guard request.caller == .ours else { return Answers.problem(.otherHost("another")) }
        done.withLock { $0 += 1 }
        return Answers.text(request.path == "/next" ? "next" : "done")
      })
    defer { server.stop() }
    let connection = try #require(UnixConnection(server.path))
    connection.send(row.request + "GET /next HTTP/1.1\r\nConnection: close\r\n\r\n")
    let all = String(decoding: connection.readAll(), as: UTF8.self)
    let answers = all.components(separatedBy: "HTTP/1.1 ").dropFirst()
    let statuses = answers.compactMap { Int($0.prefix(3)) }
    #expect(statuses == row.statuses + (row.stays ? [200] : []), "\(all)")
    #expect(all.hasSuffix("next") == row.stays)
    #expect(done.withLock { $0 } == statuses.count { $0 == 200 }, "\(all)")
    let own = answers.dropLast(row.stays ? 1 : 0).last ?? ""
    #expect(own.contains("Connection: close") == !row.stays, "the client is told whether the connection stays")
    if row.stays, row.request.contains(" HTTP/1.0") { #expect(own.contains("Connection: keep-alive")) }
  }

  /// A file's answer ends the connection, so the request behind it is not carried out.
  @Test func `a request behind a file does not cut the file`() throws {
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("sevens")
      try Data(repeating: 7, count: 1 << 20).write(to: path)
      let file = try #require(OpenFile(path.path))
      let others = Mutex(0)
      let server = try OwnServer(
        .patient,
        Service { request in
          if request.path == "/file" { return .file(file, type: "audio/flac") }
          others.withLock { $0 += 1 }
          return Answers.text("other")
        })
      defer { server.stop() }
      let connection = try #require(UnixConnection(server.path))
      connection.send("GET /file HTTP/1.1\r\n\r\nPOST /other HTTP/1.1\r\n\r\n")
      let answer = Answer(connection.readAll())
      #expect(answer.status == 200 && answer.body == Data(repeating: 7, count: 1 << 20))
      #expect(others.withLock { $0 } == 0)
    }
  }

  /// No answer is lost or out of order, even when the client sends ahead.
  @Test func `thousands of requests at once are answered in order`() throws {
    let server = try OwnServer(.patient, Service { Answers.text("<\($0.path)>") })
    defer { server.stop() }
    let connection = try #require(UnixConnection(server.path))
    let count = 4000
    let all = (1...count).map { "GET /\($0) HTTP/1.1\r\n\r\n" }.joined()
    let descriptor = connection.descriptor
    // Runs beside the reader: the server stops reading while its answers are not read.
    let sender = Thread {
      var rest = Data(all.utf8)
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard sent > 0 else { return }
        rest.removeFirst(sent)
      }
      shutdown(descriptor, Int32(SHUT_WR))
    }
    sender.start()
    let answers = String(decoding: connection.readAll(), as: UTF8.self).matches(of: /<\/(\d+)>/).compactMap { Int($0.output.1) }
    #expect(answers == Array(1...count))
  }
}
