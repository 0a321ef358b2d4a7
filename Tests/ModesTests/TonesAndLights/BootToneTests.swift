import GestureFlowAPI
import Modes
import Testing

/// The boot tone tells by ear how the box came up.
@Suite struct BootToneTests {
  private func step(_ state: Status.State) -> Double {
    let notes = Signal.ofBoot(state).row.tone
    return notes[1].frequency - notes[0].frequency
  }

  @Test func `up is ready level is something missing and down needs help`() {
    #expect(step(.healthy) > 100)
    #expect(step(.degraded) == 0 && step(.starting) == 0)
    #expect(step(.failed) < -100 && step(.stopping) < -100)
  }

  @Test func `two notes follow one another`() {
    for state in [Status.State.starting, .healthy, .degraded, .failed, .stopping] {
      let notes = Signal.ofBoot(state).row.tone
      #expect(notes.map(\.delay) == [0, 0.22] && notes.allSatisfy { $0.length == 0.35 })
      #expect(notes.first.map { abs($0.frequency - 659.26) < 0.01 } == true)
    }
  }
}
