import MIDI
import Notes
import Testing

/// Tests of bends beyond the range of an output.
@Suite struct BendReachTests {
  private func tone(_ bend: Float, note: UInt8? = 60, stroke: UInt32 = 1) -> PlayedNotes {
    var source = Source(SourceID(.hand, 1))
    source.bend = bend
    var notes = PlayedNotes()
    notes.append(PlayedNote(source, note: note, velocity: 100, stroke: stroke))
    return notes
  }

  private func pitch(_ notes: PlayedNotes) -> Float { Float(notes[0].note ?? 0) + notes[0].source.bend / 100 }

  @Test func `a bend within the range stays as it is`() {
    var reach = BendReach()
    for bend in stride(from: Float(-200), through: 200, by: 25) { #expect(reach.within(2, .hand, tone(bend)) == tone(bend)) }
  }

  @Test(arguments: [1, 2, 12, 48]) func `a slide of three octaves keeps its pitch and its stroke`(range: Int) {
    var reach = BendReach()
    var changes = 0
    var before: UInt8? = 60
    for bend in stride(from: Float(0), through: 3600, by: 7) {
      let sent = reach.within(range, .hand, tone(bend))
      #expect(abs(pitch(sent) - (60 + bend / 100)) < 0.001 && abs(sent[0].source.bend) <= Float(range) * 100 && sent[0].stroke == 1)
      if sent[0].note != before { changes += 1 }
      before = sent[0].note
    }
    #expect(changes <= 36 / range && (range >= 36) == (changes == 0), "\(changes)")
  }

  @Test func `a still hand at the border does not change the note to and fro`() {
    var reach = BendReach()
    let notes = (0..<100).map { reach.within(2, .hand, tone($0 % 2 == 0 ? 199 : 203))[0].note }
    #expect(Set(notes.drop { $0 == 60 }).count == 1)
  }

  @Test func `another stroke begins with its own note`() {
    var reach = BendReach()
    #expect(reach.within(2, .hand, tone(700))[0].note == 67)
    #expect(reach.within(2, .hand, tone(0, note: nil))[0].note == nil)
    #expect(reach.within(2, .hand, tone(0, stroke: 2))[0].note == 60)
  }

  @Test func `a bend beyond every note is clamped, and NaN changes nothing`() {
    var reach = BendReach()
    #expect(reach.within(2, .hand, tone(90_000))[0].note == 127)
    var other = BendReach()
    #expect(other.within(2, .hand, tone(.nan))[0].note == 60)
  }
}
