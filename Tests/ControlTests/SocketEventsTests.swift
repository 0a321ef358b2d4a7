import Foundation
import TestSupport
import Testing

/// Tests of events of a running box, with a client that does not read them.
@Suite struct SocketEventsTests {
  @Test func `events flow`() throws {
    let box = try RunningBox()
    let events = try #require(UnixConnection(box.control))
    events.send("GET /v1/events?types=command,refused HTTP/1.1\r\n\r\n")
    #expect(String(decoding: events.readSome(), as: UTF8.self).contains("text/event-stream"))
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"pause\"}").status == 200)
    var heard = ""
    #expect(
      waitUntil {
        heard += String(decoding: events.readSome(limit: 1), as: UTF8.self); return heard.contains("\"value\":\"pause\"")
      })
    #expect(!heard.contains("event: status"))
    // Rejections come too, and only the chosen kinds. A change of the volume's control is not of a chosen kind.
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"scale\",\"text\":\"blues\"}").status == 409)
    #expect(
      waitUntil {
        heard += String(decoding: events.readSome(limit: 1), as: UTF8.self)
        return heard.contains("event: refused")
      })
    let kinds = Set(
      heard.replacing("\r\n", with: "\n").split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) })
    #expect(kinds == ["command", "refused"])
  }

  /// The box waits ten seconds for it. `EventWriterTests` has the same with a server that waits less.
  @Test(.long) func `a slow reader is dropped`() throws {
    let box = try RunningBox(camera: "performer:twohands")
    // This client requests everything and reads nothing.
    let slow = try #require(UnixConnection(box.control))
    slow.send("GET /v1/events?types=status HTTP/1.1\r\n\r\n")
    #expect(box.ask("GET", "/v1/status").status == 200, "the others are answered meanwhile")
    // Its statuses first fill the socket, later on a slower machine.
    let closed = waitUntil(420) {
      var poll = pollfd(fd: slow.descriptor, events: 0, revents: 0)
      return Glibc.poll(&poll, 1, 500) > 0 && poll.revents & Int16(POLLHUP) != 0
    }
    #expect(closed, "a client that does not read is dropped")
  }
}
