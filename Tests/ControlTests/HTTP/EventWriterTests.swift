import Control
import Foundation
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// Tests of server-sent events on a test server.
@Suite struct EventWriterTests {
  /// All clients share the loop, and a status takes time.
  @Test func `events are put together beside the loop`() throws {
    let (server, path) = try start { _ in
      .events { Data((MultiThreadedEventLoopGroup.currentEventLoop == nil ? "data: beside\n\n" : "data: on the loop\n\n").utf8) }
    }
    defer { server.stop() }
    let client = try #require(UnixConnection(path))
    client.send("GET / HTTP/1.1\r\n\r\n")
    var heard = ""
    #expect(
      waitUntil {
        heard += String(decoding: client.readSome(limit: 1), as: UTF8.self)
        return heard.contains("data: ")
      })
    #expect(heard.contains("data: beside") && !heard.contains("data: on the loop"))
  }

  /// A slow answer is requested once at a time. Meanwhile the loop serves other clients.
  @Test func `a slow source is asked once at a time`() throws {
    let gate = DispatchSemaphore(value: 0)
    let asked = Mutex(0)
    let (server, path) = try start { _ in
      .events {
        asked.withLock { $0 += 1 }
        gate.wait()
        return Data("data: done\n\n".utf8)
      }
    }
    defer { server.stop() }
    defer { for _ in 0..<1000 { gate.signal() } }
    let client = try #require(UnixConnection(path))
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(waitUntil { asked.withLock { $0 } == 1 })
    // The loop continues: it accepts another client and finds that it does not speak HTTP.
    let other = try #require(UnixConnection(path))
    other.send("nonsense\r\n\r\n")
    #expect(Answer(other.readAll()).status == 400)
    #expect(asked.withLock { $0 } == 1)
    gate.signal()
    #expect(waitUntil { asked.withLock { $0 } == 2 })
  }

  /// The answer to HEAD has an end.
  @Test func `head is answered without events`() throws {
    let asked = Mutex(0)
    let (server, path) = try start { _ in
      .events {
        asked.withLock { $0 += 1 }
        return Data("data: x\n\n".utf8)
      }
    }
    defer { server.stop() }
    let client = try #require(UnixConnection(path))
    client.send("HEAD / HTTP/1.1\r\n\r\n")
    let answer = Answer(client.readAll())
    #expect(answer.status == 200 && answer.headers.contains("text/event-stream") && answer.body.isEmpty)
    #expect(client.isClosed(within: 180) && asked.withLock { $0 } == 0)
  }

  @Test func `a client that does not read is dropped`() throws {
    var limits = Limits.patient
    limits.slowReader = .milliseconds(100)
    let server = try OwnServer(limits, Service { _ in .events { Data(repeating: 10, count: 100_000) } })
    defer { server.stop() }
    let client = try #require(UnixConnection(server.path))
    client.send("GET / HTTP/1.1\r\n\r\n")
    // Its events first fill the socket.
    #expect(waitUntil { client.events(0) & Int16(POLLHUP) != 0 })
  }

  private func start(_ answer: @escaping @Sendable (Request) -> Response) throws -> (OwnServer, path: String) {
    let server = try OwnServer(.patient, Service(answer: answer))
    return (server, server.path)
  }
}
