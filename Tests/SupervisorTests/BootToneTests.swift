import GestureFlowAPI
import Supervisor
import Testing

/// The boot tone tells by ear how the box came up.
@Suite struct BootToneTests {
  private func step(_ state: Status.State) -> Double {
    let notes = BootTone.notes(for: state)
    return notes[1].frequency - notes[0].frequency
  }

  @Test func `up is ready level is something missing and down needs help`() {
    #expect(step(.healthy) > 100)
    #expect(step(.degraded) == 0 && step(.starting) == 0)
    #expect(step(.failed) < -100 && step(.stopping) < -100)
  }

  @Test func `two notes follow one another`() {
    for state in [Status.State.starting, .healthy, .degraded, .failed, .stopping] {
      let notes = BootTone.notes(for: state)
      #expect(notes.map(\.delay) == [0, BootTone.apart])
      #expect(notes.first?.frequency == 659.26)
    }
  }
}
