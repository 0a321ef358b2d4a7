import Foundation
import TestSupport
import Testing

/// Tests of the limits of requests: size, and places for clients.
@Suite(.serialized) struct SocketLimitTests {
  @Test func `sizes are limited`() throws {
    let box = try RunningBox()
    let long = try #require(UnixConnection(box.control))
    long.send("GET /v1/health HTTP/1.1\r\nX: \(String(repeating: "a", count: 9000))\r\n\r\n")
    #expect(Answer(long.readAll()).status == 431)
    let endless = try #require(UnixConnection(box.control))
    endless.send("GET /v1/health HTTP/1.1\r\nX: ")
    var sent = 0
    while endless.send(String(repeating: "b", count: 1000)), sent < 1_000_000 { sent += 1000 }
    #expect(sent < 1_000_000, "it is not read without end")
    #expect(Answer(endless.readAll()).status == 431, "and is told why")
    let many = try #require(UnixConnection(box.control))
    many.send("GET / HTTP/1.1\r\n" + (0..<2000).map { "H\($0): x\r\n" }.joined() + "\r\n")
    // The parser has its own limit for the number of lines.
    #expect([400, 431].contains(Answer(many.readAll()).status))
    // A request just below the limit is accepted.
    let fitting = try #require(UnixConnection(box.control))
    fitting.send("GET /v1/health HTTP/1.1\r\nConnection: close\r\nX: \(String(repeating: "a", count: 8000))\r\n\r\n")
    #expect(Answer(fitting.readAll()).status == 200)

    #expect(box.ask("POST", "/v1/commands", body: String(repeating: " ", count: 65_537)).status == 413)
    #expect(box.ask("POST", "/v1/commands", body: String(repeating: " ", count: 65_000) + "{\"command\":\"play\"}").status == 200)
    let chunked = try #require(UnixConnection(box.control))
    chunked.send("POST /v1/commands HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in 0..<20 { chunked.send("2000\r\n\(String(repeating: " ", count: 8192))\r\n") }
    #expect(Answer(chunked.readAll()).status == 413)
    let garbage = try #require(UnixConnection(box.control))
    garbage.send(Data((0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 37) }) + Data("\r\n\r\n".utf8))
    #expect(Answer(garbage.readAll()).status == 400)
    #expect(box.ask("GET", "/v1/health").status == 200)
  }

  @Test func `connections are counted`() throws {
    let box = try RunningBox()
    // 32 answered clients stay, each for a minute. The next one is rejected.
    var crowd = (0..<32).compactMap { _ -> UnixConnection? in
      guard let connection = UnixConnection(box.control) else { return nil }
      connection.send("GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return Answer(connection.readSome()).status == 200 ? connection : nil
    }
    #expect(crowd.count == 32)
    let refused = withExtendedLifetime(crowd) { box.ask("GET", "/v1/health").status }
    #expect(refused == 503)
    #expect(box.ask("GET", "/v1/health", socket: box.health).status == 200, "the other socket has its own room")
    crowd.removeAll()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
  }
}
