import Control
import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// The page on the network as a part of the box, and by gfctl.
@Suite(.serialized) struct NetworkPartTests {
  /// Returns a TCP port that no program has now.
  private func freePort() throws -> Int {
    let listener = try NetworkListener(port: 0, pairing: Pairing(), service: Service { _ in Answers.text("") })
    defer { listener.stop() }
    return try #require(listener.boundPort)
  }

  /// Runs `body` with a box that does not run, and a way to change its configuration.
  private func withBox(_ body: (Box, _ set: (String, String) throws -> Void) throws -> Void) throws {
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("own.toml")
      try Data().write(to: file)
      var settings = RunSettings()
      (settings.camera, settings.sink, settings.freeRunning) = (.performer("open"), .null, true)
      settings.configFiles = [file.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      try body(box) { key, value in _ = try box.configure(ConfigChange(key: key, value: value)) }
    }
  }

  @Test func `the part follows the configuration`() throws {
    try withBox { box, set in
      let part = NetworkPart(box)
      try part.start()
      defer { part.stop() }
      #expect(part.name == "page" && part.condition == .off("page.network is false") && !part.isWantedAgain, "it is off as delivered")
      let (first, second) = (try freePort(), try freePort())
      try set("page.port", "\(first)")
      #expect(!part.isWantedAgain)
      try set("page.network", "true")
      #expect(part.isWantedAgain)
      try part.start()
      #expect(part.condition == .running && part.summary.hasSuffix(".local:\(first)") && UnixConnection(port: first) != nil)
      guard case .paired(let secret) = box.pairing.guess(box.pairing.newCode()) else {
        Issue.record("the code pairs nothing")
        return
      }
      // The supervisor stops a part that is off, and starts it again when it is wanted.
      try set("page.port", "\(second)")
      #expect(part.condition == .off("page.port has changed"))
      let code = box.pairing.newCode()
      part.stop()
      #expect(box.pairing.isPaired(secret) && part.isWantedAgain)
      try part.start()
      #expect(part.condition == .running && UnixConnection(port: first) == nil && UnixConnection(port: second) != nil)
      try set("page.network", "false")
      #expect(part.condition == .off("page.network is false") && !part.isWantedAgain)
      #expect(!box.pairing.isPaired(secret) && box.pairing.guess(code) == .noCode, "at once")
      part.stop()
      #expect(UnixConnection(port: second) == nil)
    }
  }

  @Test func `a port of another program is reported with the remedy`() throws {
    try withBox { box, set in
      let other = try NetworkListener(port: 0, pairing: Pairing(), service: Service { _ in Answers.text("") })
      defer { other.stop() }
      let port = try #require(other.boundPort)
      try set("page.port", "\(port)")
      try set("page.network", "true")
      let part = NetworkPart(box)
      #expect(throws: Failure("another program has port \(port)", remedy: "choose another one: gfctl config set page.port 8081")) {
        try part.start()
      }
      part.stop()
      #expect((1...20).allSatisfy { part.patience.pause(after: $0) <= 2 }, "gfctl waits three seconds")
    }
  }

  @Test func `gfctl opens the page, shows a code, and closes it`() throws {
    let port = try freePort()
    try Places.withFolder { folder in
      let file = folder.appendingPathComponent("own.toml")
      try "[page]\nport = \(port)\n".write(to: file, atomically: true, encoding: .utf8)
      let box = try RunningBox(["--config", file.path])
      let shut = try box.ctl("network", "page")
      #expect(shut.status == 0 && shut.output.hasPrefix("shut: ") && UnixConnection(port: port) == nil)
      let early = try box.ctl("network", "page", "code")
      #expect(early.status == 1 && early.errors.contains("gfctl network page on"), "\(early.errors)")

      let opened = try box.ctl("network", "page", "on")
      #expect(
        opened.status == 0 && opened.output.hasPrefix("open: ") && opened.output.contains(".local:\(port)\n"),
        "\(opened.output) \(opened.errors)")
      let match = try #require(opened.output.firstMatch(of: /the code is (\d{3}) (\d{3}):/))
      let connection = try #require(UnixConnection(port: port))
      let body = "code=\(match.output.1)\(match.output.2)"
      connection.send(
        "POST /pair HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      let paired = Answer(connection.readAll())
      #expect(paired.status == 303 && paired.headers.contains("Set-Cookie: gestureflow="), "\(paired.headers)")
      let again = try box.ctl("network", "page", "code")
      #expect(again.status == 0 && again.output.hasPrefix("the code is "))

      // A slow machine may need more than one.
      #expect(waitUntil { (try? box.ctl("network", "page", "off").output.hasPrefix("shut: ")) == true })
      #expect(UnixConnection(port: port) == nil)
      #expect(box.ask("GET", "/v1/health").status == 200)
    }
  }
}
