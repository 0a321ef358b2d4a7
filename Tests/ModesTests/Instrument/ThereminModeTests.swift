import GestureFlowAPI
import Gestures
import Licensing
import Modes
import ModesDoubles
import Notes
import Panel
import Sound
import Testing

/// Mode theremin on the box, which sounds through the instrument's channel.
@Suite struct ThereminModeTests {
  private let engine = SoundEngine()

  private func tone(bend: Float) -> ControlFrame {
    var source = Source(SourceID(.hand, 1))
    source.bend = bend
    var notes = PlayedNotes()
    notes.append(PlayedNote(source, note: 60, velocity: 127, stroke: 1))
    return ControlFrame(time: 1, handsPresent: true, values: .instrument(notes))
  }

  @Test func `the theremin is heard through the synthesizer, held and slow`() {
    var controls = Controls(engine)
    controls.set(mode: .theremin)
    let wanted = engine.instrument.wanted
    #expect(wanted.isScene && !engine.player.wanted.isHeard && !engine.stems.wanted.isScene)
    #expect(wanted.patch == controls.instrument.values.patch.continuous)
    controls.hands(tone(bend: 1900), [])
    #expect(controls.instrument.played.hands.sounding == 1 && controls.instrument.played.hands[0].source.bend == 1900)
  }

  @Test func `from instrument to theremin the sound is another one at once and back again`() {
    var controls = Controls(engine)
    controls.set(mode: .instrument)
    #expect(engine.instrument.wanted.patch == controls.instrument.values.patch)
    controls.set(mode: .theremin, waits: true)
    #expect(!engine.instrument.wanted.isScene, "what was played before fades first")
    controls.begin(.notes)
    #expect(engine.instrument.wanted.isScene && engine.instrument.wanted.patch == controls.instrument.values.patch.continuous)
    controls.set(mode: .instrument)
    #expect(engine.instrument.wanted.patch == controls.instrument.values.patch)
  }

  @Test func `the status names the nearest note and its zone`() throws {
    let controls = ControlLoop(engine)
    let controller = InstrumentController(engine.instrument, controls) { _ in }
    controls.set(mode: .theremin)
    // 60 and 7.2 semitones: 20 cents above G4, the ninth note of C pentatonic from C3.
    let frame = tone(bend: 720)
    controls.change { $0.hands(frame, []) }
    let source = try #require(controller.status(hands: [], isContinuous: true).sources.first)
    #expect(source.note == 67 && source.name == "G4" && abs(source.bendCents - 20) < 0.2 && source.zone == 8)
    let zones = controller.status(hands: [], isContinuous: true).zones
    let fourth = try #require(zones.first { $0.note == 60 })
    #expect(abs((fourth.top + fourth.bottom) / 2 - 0.65) < 0.001, "half of the way between 0.4 and 0.9")
  }

  @Test func `the theremin does not pause for want of hands`() {
    var controls = Controls(engine)
    controls.set(mode: .theremin)
    controls.hands(tone(bend: 0), [.handsPresent])
    controls.hands(ControlFrame(values: .instrument(PlayedNotes())), [.handsAbsent])
    #expect(!controls.values.isAway)
  }
}
