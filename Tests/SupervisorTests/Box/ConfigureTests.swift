import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of changes of the configuration that the box checks or makes.
@Suite struct ConfigureTests {
  private func problem(_ body: () throws(Problem) -> Void) -> Problem? {
    do throws(Problem) { try body() } catch { return error }
    return nil
  }

  @Test func `a dry run checks and changes nothing`() throws {
    try Places.withFolder { folder in
      let own = folder.appendingPathComponent("own.toml")
      try "[camera]\nrate = 40\n".write(to: own, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      settings.configFiles = [own.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      func change(_ key: String, _ value: String?) throws(Problem) -> String {
        try box.configure(ConfigChange(key: key, value: value, isDry: true))
      }
      #expect(try change("gestures.hold", "1.5") == "gestures.hold can be 1.5; it would apply at once")
      #expect(try change("camera.rate", "60") == "camera.rate can be 60; it would apply at the next start")
      #expect(try change("camera.rate", nil) == "camera.rate can have its default; it would apply at the next start")
      #expect(try change("camera.width", nil) == "camera.width has its default already")
      #expect(problem { () throws(Problem) in _ = try change("gestures.hold", "99") }?.field == "value")
      #expect(problem { () throws(Problem) in _ = try change("gestures.none", "1") }?.status == 400)
      #expect(try String(contentsOf: own, encoding: .utf8) == "[camera]\nrate = 40\n" && box.config.configuration.holdSeconds == 0.8)
    }
  }

  @Test func `the hands are swapped and back`() throws {
    try Places.withFolder { folder in
      let own = folder.appendingPathComponent("own.toml")
      try "# mine\n".write(to: own, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      settings.configFiles = [own.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      #expect(try box.carryOut(.swapHands) == "the hands have exchanged roles" && box.config.configuration.hands == "swapped")
      #expect(try String(contentsOf: own, encoding: .utf8).contains("hands = \"swapped\""))
      #expect(try box.carryOut(.swapHands) == "the hands have their own roles again" && box.config.configuration.hands == "both")
      _ = try box.configure(ConfigChange(key: "gestures.hands", value: "\"one\""))
      let refused = #expect(throws: Problem.self) { try box.carryOut(.swapHands) }
      #expect(refused?.detail == "one hand plays all: set gestures.hands to both or swapped")
      #expect(box.config.configuration.hands == "one", "the setting is kept")
    }
  }

  @Test func `a box without a configuration file says so`() throws {
    let studio = try Studio()
    #expect(studio.refusal(.swapHands)?.detail == "there is no configuration file: start the daemon with --config FILE")
  }
}
