import Foundation
import GestureFlowAPI
import Panel
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of double clicks that mean null mode or return home, in a box. The second click undoes the first.
@Suite(.serialized, .keptStems) struct FirstClickBoxTests {
  private func box(_ configuration: String = "", _ body: (Box, (ButtonAction, Bool) -> Void) throws -> Void) throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try configuration.write(to: config, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("empty")
      settings.sink = .null
      settings.freeRunning = true
      settings.configFiles = [config.path]
      let box = try Box(settings, log: BootLog(quiet: true))
      try body(box) { box.handle(ButtonEvent($0, down: 0, isSecond: $1)) }
    }
  }

  @Test func `MODE twice takes all meaning from the hands, and twice again gives it back`() throws {
    try box { box, press in
      press(.click(.mode), false)
      #expect(box.status.mode == .stems, "a click acts at once")
      press(.click(.mode), true)
      press(.doubleClick(.mode), false)
      #expect(box.status.mode == .player && box.status.control.handsOff)
      for (action, isSecond) in [(ButtonAction.click(.mode), false), (.click(.mode), true), (.doubleClick(.mode), false)] {
        press(action, isSecond)
      }
      #expect(box.status.mode == .player && !box.status.control.handsOff)
    }
  }

  @Test(arguments: [true, false]) func `PLAY twice goes home, and plays or pauses as before`(isPaused: Bool) throws {
    try box { box, press in
      try box.carryOut(.speed(1.5))
      try box.carryOut(.pitch(cents: 300))
      try box.carryOut(isPaused ? .pause : .play)
      press(.click(.play), false)
      #expect(box.status.control.paused != isPaused)
      press(.click(.play), true)
      press(.doubleClick(.play), false)
      let control = box.status.control
      #expect(control.paused == isPaused && control.speed == 1 && control.pitchCents == 0)
    }
  }

  @Test func `another double click comes besides the two clicks, as configured`() throws {
    try box("[panel]\ndouble-mode = \"none\"\ndouble-play = \"toggle\"\n") { box, press in
      press(.click(.mode), false)
      press(.click(.mode), true)
      press(.doubleClick(.mode), false)
      #expect(box.status.mode == .instrument && !box.status.control.handsOff)
      try box.carryOut(.mode(.player))
      try box.carryOut(.play)
      press(.click(.play), false)
      press(.click(.play), true)
      press(.doubleClick(.play), false)
      #expect(box.status.control.paused)
    }
  }

  @Test func `the commands do the same`() throws {
    try box { box, _ in
      try box.carryOut(.hands(false))
      #expect(box.status.control.handsOff)
      try box.carryOut(.toggleHands)
      #expect(!box.status.control.handsOff)
      try box.carryOut(.mode(.instrument))
      #expect(throws: Problem.self) { try box.carryOut(.home) }
      try box.carryOut(.mode(.stems))
      #expect(throws: Problem.self, "no channel is selected") { try box.carryOut(.home) }
    }
  }
}
