import MIDI
import MIDIDoubles
import Notes
import Testing

/// Tests of the delay from the frame to the note on the wire.
@Suite struct NoteLatencyTests {
  private let left = SourceID(.hand, 1)

  private func made() -> Rig {
    let rig = Rig()
    rig.world.plug(20, "Keys")
    rig.turn()
    return rig
  }

  private func play(_ rig: Rig, _ note: PlayedNote, captured: Double, ahead: Double) {
    let now = rig.world.now
    rig.shared.add(.play(.hand, playing(note), heardAt: now + ahead, captureTime: captured == 0 ? 0 : now - captured))
    rig.turn()
  }

  @Test func `it goes to the moment for which the kernel has the note`() {
    let rig = made()
    play(rig, played(left, 60), captured: 0.030, ahead: 0.012)
    let way = rig.shared.noteLatency.summary()
    #expect(way.count == 1 && abs(way.max - 42) < 1, "\(way)")
  }

  @Test func `a moment that has passed is now`() {
    let rig = made()
    play(rig, played(left, 60), captured: 0.030, ahead: -0.020)
    let way = rig.shared.noteLatency.summary()
    #expect(way.count == 1 && abs(way.max - 30) < 1, "\(way)")
  }

  /// Ends, controls and held notes are not note starts. A note without a frame has an unknown age.
  @Test func `only notes that begin by a frame count`() {
    let rig = made()
    play(rig, played(left, 60), captured: 0.030, ahead: 0.01)
    play(rig, played(left, 60, bend: 50), captured: 0.030, ahead: 0.01)
    play(rig, played(left, nil), captured: 0.030, ahead: 0.01)
    play(rig, played(left, 64, stroke: 2), captured: 0, ahead: 0.01)
    play(rig, played(left, 67, stroke: 3), captured: .infinity, ahead: 0.01)
    #expect(rig.shared.noteLatency.summary().count == 1)
  }

  @Test func `each ports note counts`() {
    let rig = made()
    rig.world.plug(21, "Synth")
    rig.turn()
    play(rig, played(left, 60), captured: 0.030, ahead: 0.01)
    #expect(rig.shared.noteLatency.summary().count == 2)
  }

  @Test func `the latency of a delayed message counts to its sending`() {
    let rig = made()
    rig.world.with { state in for n in 1...8 { state.faults[state.outputs + n] = -11 } }
    rig.shared.add(.play(.hand, playing(played(left, 60)), heardAt: rig.world.now, captureTime: rig.world.now - 0.03))
    rig.loop.turn()
    #expect(rig.shared.noteLatency.summary().count == 0)
    rig.world.pass(0.1)
    for _ in 0..<10 { rig.loop.turn() }
    let way = rig.shared.noteLatency.summary()
    #expect(way.count == 1 && abs(way.max - 130) < 3, "\(way)")
  }
}
