import Foundation
import GestureFlowAPI
import Synchronization
import TestSupport
import Testing

@Suite(.serialized) struct SocketTests {
  @Test func everyPathAnswers() throws {
    let box = try RunningBox()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    let status = box.ask("GET", "/v1/status")
    let decoded = try JSONDecoder().decode(Status.self, from: status.body)
    #expect(status.status == 200 && decoded.state == .healthy && decoded.parts.count == 6)
    // What is heard can be seen: a moment of the wave.
    #expect(
      waitUntil {
        let wave = (try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body))?.audio.wave ?? []
        return wave.count == 128 && wave.contains { abs($0) > 0.01 }
      })
    #expect(waitUntil { box.ask("GET", "/v1/frame.png").body.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
    #expect(box.ask("GET", "/v1/frame.png?width=160").status == 200)
    #expect(box.ask("GET", "/").text.contains("<title>GestureFlow</title>"))
    #expect(box.ask("GET", "/v1/library").text == "[]")
    #expect(box.ask("GET", "/v1/library/problems").text == "[]")
    #expect(box.ask("GET", "/v1/config").json["entries"] != nil)
    #expect(box.ask("HEAD", "/v1/status").body.isEmpty)
    let metrics = box.ask("GET", "/v1/metrics").text
    #expect(metrics.contains("gestureflow_state{state=\"healthy\"} 1"))
    #expect(box.ask("GET", "/v1/health", socket: box.health).status == 200)
    #expect(box.ask("GET", "/v1/status", socket: box.health).status == 200)
    // Access rights: all may read, the group may command.
    func mode(_ path: String) -> Int { ((try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int) ?? 0 }
    #expect(mode(box.health) == 0o666 && mode(box.control) == 0o660)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool"), "Debian's package prometheus is not installed"))
  func metricsPassPromtool() throws {
    let box = try RunningBox()
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("m")
      try box.ask("GET", "/v1/metrics").body.write(to: file)
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "promtool check metrics < \(file.path)"])
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
  }

  @Test func wrongRequestsGetProblemsThatNameTheFault() throws {
    let box = try RunningBox()
    let cases: [(String, String, String, Int, String)] = [
      ("GET", "/nothing", "", 404, "not-found"), ("GET", "/v1/../etc/passwd", "", 404, "not-found"),
      ("GET", "/v1/%2e%2e/status", "", 404, "not-found"),
      ("GET", "/..%2f..%2fetc/passwd", "", 404, "not-found"), ("DELETE", "/v1/status", "", 405, "method-not-allowed"),
      ("POST", "/v1/status", "", 405, "method-not-allowed"), ("GET", "/v1/commands", "", 405, "method-not-allowed"),
      ("POST", "/v1/commands", "{", 400, "bad-request"), ("POST", "/v1/commands", "{\"command\":\"x\"}", 400, "bad-field"),
      ("POST", "/v1/commands", "{\"command\":\"mode\",\"text\":\"stems\"}", 501, "not-built-yet"),
      ("POST", "/v1/commands", "{\"command\":\"tier\",\"text\":\"pro\"}", 409, "refused"),
      ("POST", "/v1/commands", "{\"command\":\"seek\",\"number\":5000}", 400, "bad-field"),
      ("PUT", "/v1/config", "{\"key\":1}", 400, "bad-field"),
      ("PUT", "/v1/config", "{\"key\":\"camera.rate\",\"value\":30}", 400, "bad-field"),
      ("GET", "/v1/events?types=nothing", "", 400, "bad-field"), ("GET", "/v1/events?x=1", "", 400, "bad-field"),
      ("GET", "/v1/library?limit=0", "", 400, "bad-field"), ("GET", "/v1/frame.png?width=abc", "", 400, "bad-field"),
      ("GET", "*", "", 400, "bad-request"),
    ]
    for (method, path, body, status, type) in cases {
      let answer = box.ask(method, path, body: body)
      #expect(
        answer.status == status && answer.json["type"] as? String == type, "\(method) \(path) \(body): \(answer.status) \(answer.text)")
      #expect(answer.headers.contains("application/problem+json"))
      #expect((answer.json["detail"] as? String)?.isEmpty == false)
    }
    // The socket for reading takes no commands and shows no more than health.
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"pause\"}", socket: box.health).status == 405)
    #expect(box.ask("GET", "/v1/config", socket: box.health).status == 404)
    #expect(box.ask("GET", "/", socket: box.health).status == 404)
  }

  /// The owner's browser has the forwarded port open, and another page too: that page must not play with the box.
  @Test func otherSitesPagesAreRefused() throws {
    let box = try RunningBox()
    func ask(_ headers: String) -> Int {
      guard let connection = UnixConnection(box.control) else { return 0 }
      connection.send(
        "POST /v1/commands HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\(headers)Content-Length: 18\r\n\r\n{\"command\":\"play\"}"
      )
      return Answer(connection.readAll()).status
    }
    #expect(ask("") == 200)
    #expect(ask("Origin: http://localhost:8080\r\nSec-Fetch-Site: same-origin\r\n") == 200)
    #expect(ask("Origin: https://evil.example\r\n") == 403)
    #expect(ask("Origin: null\r\n") == 403)
    #expect(ask("Sec-Fetch-Site: cross-site\r\n") == 403)
    #expect(ask("Origin: http://localhost:9090\r\nSec-Fetch-Site: same-site\r\n") == 403)
  }

  @Test func sizesAreLimited() throws {
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
    // The parser has a limit of its own for the number of lines.
    #expect([400, 431].contains(Answer(many.readAll()).status))
    // Just below the limit it is taken.
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

  @Test func halfRequestsEndAfterTenSecondsAndConnectionsAreCounted() throws {
    let box = try RunningBox()
    let half = try #require(UnixConnection(box.control))
    half.send("GET /v1/health HT")
    let silent = try #require(UnixConnection(box.control))
    let waiting = try #require(UnixConnection(box.control))
    waiting.send("POST /v1/commands HTTP/1.1\r\nContent-Length: 10\r\n\r\n{")
    let begun = Date()
    // 29 more make 32; the next is one too many.
    var crowd = (0..<29).compactMap { _ in UnixConnection(box.control) }
    #expect(crowd.count == 29)
    usleep(200_000)
    let refused = withExtendedLifetime((half, silent, waiting, crowd)) { box.ask("GET", "/v1/health").status }
    #expect(refused == 503)
    #expect(box.ask("GET", "/v1/health", socket: box.health).status == 200, "the other socket has its own room")
    crowd.removeAll()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    #expect(Answer(half.readAll(limit: 15)).status == 408)
    #expect(Answer(waiting.readAll(limit: 15)).status == 408)
    #expect(silent.isClosed(within: 15))
    #expect(Date().timeIntervalSince(begun) > 8)
  }

  @Test func eventsFlowAndASlowReaderIsDropped() throws {
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
    // What is refused comes too, and only what was asked for: a change of the volume's control is no kind that was chosen.
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"mode\",\"text\":\"stems\"}").status == 501)
    #expect(
      waitUntil {
        heard += String(decoding: events.readSome(limit: 1), as: UTF8.self)
        return heard.contains("event: refused")
      })
    let kinds = Set(
      heard.replacing("\r\n", with: "\n").split(separator: "\n").filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) })
    #expect(kinds == ["command", "refused"])
    // It asks for everything and reads nothing.
    let slow = try #require(UnixConnection(box.control))
    slow.send("GET /v1/events?types=status HTTP/1.1\r\n\r\n")
    #expect(box.ask("GET", "/v1/status").status == 200, "the others are answered meanwhile")
    let closed = waitUntil {
      var poll = pollfd(fd: slow.descriptor, events: 0, revents: 0)
      return Glibc.poll(&poll, 1, 500) > 0 && poll.revents & Int16(POLLHUP) != 0
    }
    #expect(closed, "a client that does not read is dropped")
  }

  @Test func connectionsComeAndGoByTheHundreds() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["GESTUREFLOW_RECONNECTS"] ?? "") ?? 200
    let box = try RunningBox()
    let before = box.descriptors
    #expect(before > 10, "the daemon's descriptors can be counted")
    for round in 0..<rounds {
      let connection = try #require(UnixConnection(box.control), "round \(round)")
      if round % 3 == 0 { connection.send("GET /v1/health HTTP/1.1\r\n\r\n") }
      if round % 3 == 1 { connection.send("GET /v1/st") }
    }
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    // The connections closed by their clients are closed here too; so are their descriptors.
    #expect(waitUntil { box.descriptors <= before + 3 }, "\(box.descriptors) descriptors after \(before)")
    print("reconnects: \(rounds) rounds")
  }

  @Test func thirtyTwoClientsDoNotDisturbTheSound() throws {
    let soak = Double(ProcessInfo.processInfo.environment["GESTUREFLOW_LOAD_SECONDS"] ?? "")
    let seconds = soak ?? 3
    let box = try RunningBox()
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    let group = DispatchGroup()
    let end = Date().addingTimeInterval(seconds)
    // On a machine that does other things it takes longer until there are enough.
    let limit = end.addingTimeInterval(60)
    let counter = Count()
    for number in 0..<32 {
      let path = box.control
      group.enter()
      let thread = Thread {
        while Date() < end || (counter.value <= 100 && Date() < limit) {
          guard let connection = UnixConnection(path) else { continue }
          let target = ["/v1/status", "/v1/health", "/v1/metrics", "/v1/config"][number % 4]
          connection.send("GET \(target) HTTP/1.1\r\nConnection: close\r\n\r\n")
          if Answer(connection.readAll()).status > 0 { counter.add() }
          usleep(10_000)
        }
        group.leave()
      }
      thread.start()
    }
    group.wait()
    func ask() throws -> Status { try JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) }
    #expect(waitUntil { ((try? ask())?.audio.blocks ?? 0) > 100 }, "the sound goes on")
    let status = try ask()
    print(
      "load: \(counter.value) answers in \(seconds) s, xruns \(status.audio.xruns), tracker p50 \(status.tracker.wholeMs.p50) ms, p99 \(status.tracker.wholeMs.p99) ms"
    )
    #expect(counter.value > 100)
    // Breaks of the sound tell of the box only on a machine that has nothing else to do: `make soak` and `make bench` count them.
    if soak != nil { #expect(status.audio.xruns == 0) }
  }

  final class Count: Sendable {
    private let n = Mutex(0)
    func add() { n.withLock { $0 += 1 } }
    var value: Int { n.withLock { $0 } }
  }

  @Test func aSecondDaemonSaysWhoIsThere() throws {
    let box = try RunningBox()
    let same = try ProgramRun.run(
      Places.program("gestureflowd"),
      ["run", "--camera", "performer", "--sink", "null", "--seconds", "2", "--state-dir", box.folder.path + "/state"])
    #expect(same.status != 0 && same.errors.contains("another gestureflowd (process \(box.process.processIdentifier))"))
    let socket = try ProgramRun.run(
      Places.program("gestureflowd"), ["run", "--camera", "performer", "--sink", "null", "--seconds", "1", "--socket-dir", box.folder.path])
    #expect(socket.errors.contains("belongs to another gestureflowd"))
    #expect(box.ask("GET", "/v1/health").status == 200, "the first one's sockets are untouched")
  }
}
