import Foundation
import Notes
import Sound
import TestSupport
import Testing

/// Tests of the instrument as the engine's third scene.
@Suite struct InstrumentEngineTests {
  private func strike(_ engine: SoundEngine, _ note: UInt8, _ stroke: UInt32) {
    var notes = PlayedNotes()
    notes.append(PlayedNote(Source(SourceID(.hand, 1), gate: true), note: note, velocity: 127, stroke: stroke))
    engine.instrument.play(.hand, notes)
  }

  private func levels(_ isScene: Bool) -> InstrumentLevels {
    var levels = InstrumentLevels(isScene: isScene, volume: 1)
    levels.patch.waveform = .sine
    levels.patch.spread = 0
    levels.patch.sustain = 1
    return levels
  }

  @Test func `the scene goes over to the instrument and back without a click`() {
    let rig = Rig()
    rig.fill(0, Rig.sine(110, frames: 200_000))
    rig.set()
    rig.load(0, at: 10_000)
    rig.render(200)
    rig.engine.player.set(SoundLevels(volume: 1, isHeard: false))
    rig.engine.instrument.set(levels(true))
    rig.render(20)
    let place = rig.state.position
    strike(rig.engine, 45, 1)
    rig.render(200)
    #expect(rig.state.position == place, "the player stands still")
    // 0.25 x 6 dB less is the voice's level at full velocity.
    #expect(abs(InstrumentBench.note(rig.left.suffix(12_000)) - 45) < 0.02)
    #expect(abs(rig.left.suffix(4000).max()! - Synth.voiceLevel) < 0.003)
    rig.engine.instrument.set(levels(false))
    rig.set()
    rig.render(100)
    #expect(rig.engine.instrument.state.isSilent && rig.engine.instrument.state.ended == 1)
    #expect(rig.state.position > place)
    #expect(abs(Signals.frequency(rig.left.suffix(6000)) - 110) < 0.5)
    // 110 Hz at 0.25 bends by 0.00005; the fades of 30 ms have corners of 0.25 / 1440.
    #expect(Signals.roughest(rig.left[...]) < 0.001, "\(Signals.roughest(rig.left[...]))")
  }

  @Test func `a command is heard with the next block`() {
    let rig = Rig()
    rig.engine.instrument.set(levels(true))
    rig.render(40)
    strike(rig.engine, 81, 1)
    rig.render(3)
    let first = rig.left.firstIndex { abs($0) > 1e-5 } ?? 0
    #expect((40 * 128..<40 * 128 + InstrumentPort.delay + 4).contains(first), "\(first - 40 * 128)")
  }

  @Test func `the last fade ends the instrument too`() {
    let rig = Rig()
    rig.engine.instrument.set(levels(true))
    strike(rig.engine, 45, 1)
    rig.render(100)
    #expect(!rig.engine.state.isSilent)
    rig.engine.post(SoundCommand(.fadeOut))
    rig.render(20)
    #expect(rig.engine.state.isSilent && rig.left.suffix(128).allSatisfy { $0 == 0 })
    #expect(Signals.roughest(rig.left[...]) < 0.001)
  }
}
