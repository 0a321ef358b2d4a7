import Control
import Foundation
import NIOPosix
import Synchronization
import TestSupport
import Testing

/// Long answers and streams do not delay short requests.
@Suite(.serialized) struct SharedAnswersTests {
  private func service(_ gate: DispatchSemaphore, _ drawn: @escaping @Sendable () -> Void) -> Service {
    var service = Service { request in
      if request.path == "/frame" {
        drawn()
        gate.wait()
      }
      if request.path == "/events" { return .events { Data("data: x\n\n".utf8) } }
      return Answers.text("<\(request.path)>")
    }
    service.sharingKey = { $0.path == "/frame" ? "" : nil }
    return service
  }

  @Test func `other answers do not wait for an image that is drawn`() throws {
    let gate = DispatchSemaphore(value: 0)
    let drawn = Mutex(0)
    let server = try OwnServer(.patient, service(gate) { drawn.withLock { $0 += 1 } })
    defer { server.stop() }
    defer { gate.signal() }
    let reader = try #require(UnixConnection(server.path))
    reader.send("GET /frame HTTP/1.1\r\n\r\n")
    #expect(waitUntil { drawn.withLock { $0 } == 1 })
    let other = try #require(UnixConnection(server.path))
    other.send("POST /command HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(Answer(other.readAll()).text == "</command>")
  }

  /// One image is drawn at a time. All requests that come meanwhile share the next one.
  @Test func `waiting readers share one newer image`() throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    let handed = Mutex([Int]())
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { try? group.syncShutdownGracefully() }
    let answers = AnswerQueue()
    defer { answers.close() }
    func ask() {
      answers.compute("a", on: group.next()) {
        let number = begun.withLock { begun in
          begun += 1
          return begun
        }
        gate.wait()
        return Answers.text("\(number)")
      } hand: { response in
        guard case .whole(_, _, let body, _) = response else { return }
        handed.withLock { $0.append(Int(String(decoding: body, as: UTF8.self)) ?? 0) }
      }
    }
    ask()
    #expect(waitUntil { begun.withLock { $0 } == 1 })
    for _ in 0..<10 { ask() }
    gate.signal()
    gate.signal()
    #expect(waitUntil { handed.withLock { $0.count } == 11 })
    #expect(handed.withLock { $0 } == [1] + Array(repeating: 2, count: 10) && begun.withLock { $0 } == 2)
  }

  @Test func `streams leave places for short requests`() throws {
    var limits = Limits.patient
    limits.connections = 4
    limits.streams = 2
    let server = try OwnServer(limits, service(DispatchSemaphore(value: 1)) {})
    defer { server.stop() }
    func listen() throws -> (UnixConnection, Answer) {
      let connection = try #require(UnixConnection(server.path))
      connection.send("GET /events HTTP/1.1\r\nConnection: close\r\n\r\n")
      return (connection, Answer(connection.readSome()))
    }
    var streams = [try listen(), try listen()]
    #expect(streams.allSatisfy { $0.1.status == 200 })
    let (third, answer) = try listen()
    let whole = answer.text + String(decoding: third.readAll(), as: UTF8.self)
    #expect(answer.status == 503 && whole.contains("2 clients receive events or files"), "\(whole)")
    let command = try #require(UnixConnection(server.path))
    command.send("POST /command HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(Answer(command.readAll()).text == "</command>")
    // A free place is given to the next client.
    streams.removeAll()
    #expect(waitUntil { (try? listen())?.1.status == 200 })
  }
}
