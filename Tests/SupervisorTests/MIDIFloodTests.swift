import MIDI
import Realtime
import Supervisor
import TestSupport
import Testing

/// Tests of messages that come faster than the box takes them.
@Suite struct MIDIFloodTests {
  /// Number of reports to the owner.
  private func told(_ studio: Studio) -> Int {
    studio.box.status.notices.first { $0.text.contains("MIDI messages were left out") }?.count ?? 0
  }

  @Test func `a flood is reported once a minute`() throws {
    let studio = try Studio(.instrument)
    // The report comes between these two moments, even when this thread waits for a core.
    let before = Clock.seconds
    for _ in 0..<1000 { studio.box.inputs.hear(.missed) }
    let after = Clock.seconds
    #expect(told(studio) == 1)
    studio.box.inputs.tellFlood(at: before + 50)
    #expect(told(studio) == 1)
    studio.box.inputs.tellFlood(at: after + 61)
    #expect(told(studio) == 2, "one that lasts is told again")
  }

  /// A second of 50,000 messages arrives while no reader takes them.
  @Test func `of a flood of notes none sounds on`() throws {
    let studio = try Studio(.instrument)
    let queue = InputQueue()
    for i in 0..<25_000 {
      let note = UInt8(36 + i % 64)
      queue.put(.message(.noteOn(channel: 0, note: note, velocity: 100), at: 0))
      queue.put(.message(.noteOff(channel: 0, note: note, velocity: 0), at: 0))
    }
    queue.close()
    var taken = 0
    while let input = queue.take(now: { Clock.seconds }) {
      studio.box.inputs.hear(input)
      taken += 1
      if taken % 100 == 0 { studio.render(1) }
    }
    #expect(queue.dropped > 20_000 && told(studio) == 1)
    #expect(
      waitUntil {
        studio.render()
        return studio.box.engine.instrument.state.voices == 0
      })
    let state = studio.box.engine.instrument.state
    #expect(state.begun > 100 && state.begun == state.ended && state.sounding.count == 0, "\(state.begun) and \(state.ended)")
  }
}
