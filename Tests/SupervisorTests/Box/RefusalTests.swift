import Foundation
import GestureFlowAPI
import Modes
import Notes
import Panel
import Supervisor
import TestSupport
import Testing

/// The box shows each rejection, but limits the number of its tones.
@Suite struct RefusalTests {
  @Test func `it is a low tone twice and never louder than one`() {
    var tone = RefusalTone()
    let notes = tone.notes(level: 0.3, overNotes: false, at: 5)
    #expect(notes.count == 2 && notes.allSatisfy { $0.frequency == notes[0].frequency })
    let boot = [Status.State.healthy, .degraded, .failed].flatMap { Signal.ofBoot($0).row.tone }
    #expect(boot.allSatisfy { $0.frequency > 2 * notes[0].frequency }, "no boot tone is taken for it")
    #expect(
      notes[0].delay == 0 && notes[0].delay + notes[0].length < notes[1].delay, "two at once would be louder than the one that was set")
    #expect(notes[1].delay + notes[1].length < 0.5, "it is short")
  }

  @Test func `thirty in a second are heard once`() {
    var tone = RefusalTone()
    let heard = (0..<90).filter { !tone.notes(level: 0.3, overNotes: false, at: Double($0) / 30).isEmpty }
    #expect(heard == [0, 30, 60])
  }

  @Test func `it is silent where tones are off and under held notes`() {
    var tone = RefusalTone()
    #expect(tone.notes(level: 0, overNotes: false, at: 0).isEmpty && tone.notes(level: 0.3, overNotes: true, at: 0).isEmpty)
    // A tone that did not sound does not count.
    #expect(tone.notes(level: 0.3, overNotes: false, at: 0.1).count == 2)
  }

  /// A client reads the answer to these commands, and a person at the box hears it.
  @Test(arguments: [ButtonAction.longHold(.tier), .doubleClick(.next)])
  func `a refused press has one event and a tone`(action: ButtonAction) throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[gestures]\nhands = \"one\"\n[panel]\ndouble-next = \"pairingCode\"\n".write(to: config, atomically: true, encoding: .utf8)
      let studio = try Studio(.instrument, config: config.path)
      let events = studio.box.hub.subscribe(types: ["refused"])
      let before = studio.box.engine.state.peak
      studio.box.handle(ButtonEvent(action, down: 0))
      #expect(events.take().count == 1)
      #expect(
        waitUntil {
          studio.render(10)
          return studio.box.engine.state.peak > max(before, 0.01)
        }, "a low tone sounds")
    }
  }

  @Test func `a setting that a button changes is told as on, off or the next value`() throws {
    try Places.withFolder { (folder: URL) throws in
      let config = folder.appendingPathComponent("c.toml")
      try "[player]\nauto-pause = true\n".write(to: config, atomically: true, encoding: .utf8)
      let studio = try Studio(.instrument, state: folder.path, config: config.path)
      // Of settings only the newest waits.
      func told(_ actions: ButtonAction...) -> [Signal] {
        for action in actions { studio.box.handle(ButtonEvent(action, down: 0)) }
        return studio.box.waitingSignals
      }
      #expect(told() == [])
      #expect(told(.hold(.mode)) == [.settingOff] && told(.hold(.mode)) == [.settingOn])
      #expect(told(.hold(.tier)) == [.settingNext], "the instrument plays by MIDI")
      #expect(told(.longHold(.tier)) == [.settingOn] && studio.box.instrument.values.output == .audio, "the hands are swapped")
      #expect(told(.hold(.tier), .longHold(.tier)) == [.settingOff])
      #expect(told(.hold(.next)) == [.settingNext], "the scale")
      #expect(told(.doubleClick(.mode)) == [.settingOff] && told(.doubleClick(.mode)) == [.settingOn], "the hands")
    }
  }

  /// The text may come from another program. A player's name may contain a line feed and an escape.
  @Test func `text from outside becomes one clean line`() throws {
    let studio = try Studio(.player)
    let events = studio.box.hub.subscribe(types: ["refused"])
    studio.box.refuse("mpv\n\u{1B}[31m cannot change its speed" + String(repeating: "x", count: 5000), isHeard: false)
    let told = events.take().compactMap { item -> String? in if case .event(let event) = item { event.value } else { nil } }
    let text = try #require(told.first)
    #expect(told.count == 1 && text.count <= 2000 && text.hasPrefix("mpv"))
    #expect(!text.unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
  }
}
