import Foundation
import TestSupport
import Testing

/// Tests of ways around the limits of a request. Each part of a request is counted.
@Suite(OneBox()) struct RequestMeterTests {
  private let long = String(repeating: "a", count: 9000)

  /// The parser skips empty lines before a request. The meter must not take them for the end of the header.
  @Test func `empty lines before a request do not end its head`() throws {
    let box = try #require(RunningBox.shared)
    for start in ["\r\n\r\n", "\n\n", "\r\n\n", "\r\n\r\n\r\n"] {
      let connection = try #require(UnixConnection(box.control))
      connection.send(start + "GET /v1/health HTTP/1.1\r\nConnection: close\r\nX: \(long)\r\n\r\n")
      #expect(Answer(connection.readAll()).status == 431, "\(start.debugDescription)")
    }
    // Also in pieces, and again on a connection that continues.
    let slow = try #require(UnixConnection(box.control))
    slow.send("\r\n\r\n")
    #expect(waitUntil { slow.isTaken }, "the first piece is read before the second comes")
    slow.send("GET /v1/health HTTP/1.1\r\n\r\n")
    #expect(Answer(slow.readSome()).status == 200)
    slow.send("\r\n\r\nGET /v1/health HTTP/1.1\r\nX: \(long)\r\n\r\n")
    #expect(Answer(slow.readAll()).status == 431)
  }

  @Test func `the bytes around a body are counted`() throws {
    let box = try #require(RunningBox.shared)
    let head = "POST /v1/commands HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    let body = "12\r\n{\"command\":\"play\"}\r\n"
    let good = try #require(UnixConnection(box.control))
    good.send(head + body + "0\r\n\r\n")
    #expect(Answer(good.readSome()).status == 200)
    // Trailers after the body, without end.
    let trailers = try #require(UnixConnection(box.control))
    trailers.send(head + body + "0\r\n")
    var sent = 0
    while sent < 4_000_000, trailers.send("T\(sent): \(String(repeating: "t", count: 1000))\r\n") { sent += 1000 }
    #expect(sent < 4_000_000)
    // The parser may have its own limit for them.
    #expect([400, 413].contains(Answer(trailers.readAll()).status))
    // Extensions of a chunk's length, without end.
    let remarks = try #require(UnixConnection(box.control))
    remarks.send(head + "1;")
    sent = 0
    while sent < 4_000_000, remarks.send(String(repeating: "e", count: 1000)) { sent += 1000 }
    #expect(sent < 4_000_000)
    #expect([400, 413].contains(Answer(remarks.readAll()).status))
  }

  /// Bytes that arrive before the answer to the first request.
  @Test func `nothing is kept that comes ahead of its turn`() throws {
    let box = try #require(RunningBox.shared)
    let eager = try #require(UnixConnection(box.control))
    eager.send("GET /v1/events?types=mediaLost HTTP/1.1\r\n\r\n")
    #expect(Answer(eager.readSome()).status == 200)
    eager.send("GET /v1/health HTTP/1.1\r\n")
    var sent = 0
    while sent < 4_000_000, eager.send("X: \(String(repeating: "x", count: 1000))\r\n") { sent += 1000 }
    #expect(sent < 4_000_000)
    #expect(eager.isClosed(within: 180))
  }
}
