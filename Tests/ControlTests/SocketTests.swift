import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of the box's sockets from the view of a client: answers and rights.
@Suite(OneBox()) struct SocketTests {
  @Test func `every path answers`() throws {
    let box = try #require(RunningBox.shared)
    #expect(waitUntil { box.ask("GET", "/v1/health").status == 200 })
    let status = box.ask("GET", "/v1/status")
    let decoded = try JSONDecoder().decode(Status.self, from: status.body)
    #expect(status.status == 200 && decoded.state == .healthy && decoded.parts.count == 13)
    // The output can be drawn: a moment of the wave.
    #expect(
      waitUntil {
        let wave = (try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body))?.audio.wave ?? []
        return wave.count == 128 && wave.contains { abs($0) > 0.01 }
      })
    #expect(waitUntil { box.ask("GET", "/v1/frame.png").body.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
    // Bytes 16 to 19 of a PNG are its width.
    #expect(box.ask("GET", "/v1/frame.png?width=300").body.dropFirst(16).prefix(4).elementsEqual([0, 0, 1, 44]))
    for query in ["", "?width=300", "?width=320", "?width=4096"] {
      let small = box.ask("GET", "/v1/frame.jpg" + query)
      #expect(
        small.status == 200 && small.body.starts(with: [0xFF, 0xD8, 0xFF]) && small.body.count < 10_000,
        "\(query): \(small.body.count) bytes")
    }
    #expect(box.ask("GET", "/").text.contains("<title>GestureFlow</title>"))
    #expect(box.ask("GET", "/v1/library").text == "[]")
    #expect(box.ask("GET", "/v1/library/problems").text == "[]")
    #expect(box.ask("GET", "/v1/config").json["entries"] != nil)
    #expect(box.ask("HEAD", "/v1/status").body.isEmpty)
    let metrics = box.ask("GET", "/v1/metrics").text
    #expect(metrics.contains("gestureflow_state{state=\"healthy\"} 1"))
    #expect(box.ask("GET", "/v1/health", socket: box.health).status == 200)
    #expect(box.ask("GET", "/v1/status", socket: box.health).status == 200)
    // Access rights: everyone may read, the group may send commands.
    func mode(_ path: String) -> Int { ((try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int) ?? 0 }
    #expect(mode(box.health) == 0o666 && mode(box.control) == 0o660)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool"), "Debian's package prometheus is not installed"))
  func `metrics pass promtool`() throws {
    let box = try #require(RunningBox.shared)
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("m")
      try box.ask("GET", "/v1/metrics").body.write(to: file)
      let run = try ProgramRun.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "promtool check metrics < \(file.path)"])
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
  }

  @Test func `wrong requests get problems that name the fault`() throws {
    let box = try #require(RunningBox.shared)
    let cases: [(String, String, String, Int, String)] = [
      ("GET", "/nothing", "", 404, "not-found"), ("GET", "/v1/../etc/passwd", "", 404, "not-found"),
      ("GET", "/v1/%2e%2e/status", "", 404, "not-found"),
      ("GET", "/..%2f..%2fetc/passwd", "", 404, "not-found"), ("DELETE", "/v1/status", "", 405, "method-not-allowed"),
      ("POST", "/v1/status", "", 405, "method-not-allowed"), ("GET", "/v1/commands", "", 405, "method-not-allowed"),
      ("POST", "/v1/commands", "{", 400, "bad-request"), ("POST", "/v1/commands", "{\"command\":\"x\"}", 400, "bad-field"),
      ("POST", "/v1/commands", "{\"command\":\"scale\",\"text\":\"blues\"}", 409, "refused"),
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
    // The read-only socket rejects commands and shows only the health.
    #expect(box.ask("POST", "/v1/commands", body: "{\"command\":\"pause\"}", socket: box.health).status == 405)
    #expect(box.ask("GET", "/v1/config", socket: box.health).status == 404)
    #expect(box.ask("GET", "/", socket: box.health).status == 404)
  }

  /// The owner's browser uses the forwarded port, and another page is open. That page must not control the box.
  @Test func `other sites pages are refused`() throws {
    let box = try #require(RunningBox.shared)
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

  @Test func `a second daemon says who is there`() throws {
    let box = try #require(RunningBox.shared)
    let same = try ProgramRun.run(
      Places.program("gestureflowd"),
      ["run", "--camera", "performer:empty", "--sink", "null", "--seconds", "2", "--state-dir", box.folder.path + "/state"])
    #expect(same.status != 0 && same.errors.contains("another gestureflowd (process \(box.process.processIdentifier))"))
    let socket = try ProgramRun.run(
      Places.program("gestureflowd"),
      ["run", "--camera", "performer:empty", "--sink", "null", "--seconds", "1", "--socket-dir", box.folder.path])
    #expect(socket.errors.contains("belongs to another gestureflowd"))
    #expect(box.ask("GET", "/v1/health").status == 200, "the first one's sockets are untouched")
  }
}
