import Control
import Dispatch
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// A slow command, for example one that waits for a stick, delays no other client.
@Suite(.serialized) struct SlowCommandTests {
  @Test func `a slow command delays no command and no question of another client`() throws {
    var settings = RunSettings()
    settings.camera = .performer("empty")
    settings.sink = .null
    settings.model = .lite
    let box = try Box(settings, log: BootLog(quiet: true))
    // The name is short, because a socket's path has 107 bytes at most.
    let folder = "/tmp/gf-slow-\(UInt32.random(in: 0...UInt32.max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let part = SocketPart(box, folder: folder)
    try box.start()
    defer { box.stop() }
    try part.start()
    defer { part.stop() }
    func ask(_ method: String, _ path: String, _ body: String = "") -> Answer {
      guard let connection = UnixConnection(folder + "/control.sock") else { return Answer(status: 0, headers: "", body: Data()) }
      connection.send(
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return Answer(connection.readAll())
    }

    // The library's thread waits, as for a stick without an answer.
    let gate = DispatchSemaphore(value: 0)
    box.beside(.library) { gate.wait() }
    defer { gate.signal() }
    let slow = try #require(UnixConnection(folder + "/control.sock"))
    let body = "{\"command\":\"import\",\"text\":\"/no/such/file\"}"
    slow.send(
      "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    for command in ["pause", "next", "play", "panic"] {
      #expect(ask("POST", "/v1/commands", "{\"command\":\"\(command)\"}").status == 200, "\(command)")
    }
    #expect(ask("GET", "/v1/status").status == 200 && ask("GET", "/v1/config").status == 200)
    gate.signal()
    let answer = Answer(slow.readAll())
    #expect(answer.status == 409, "its own answer: the library is not there, \(answer.text)")
  }
}
