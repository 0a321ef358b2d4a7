import GestureFlowAPI
import Gestures
import Licensing
import Modes
import ModesDoubles
import Notes
import Perception
import Sound
import Testing

/// Tests of the store of the instrument's settings. They check who may change a value, and the values that
/// synthesizer, MIDI port and hands get.
@Suite struct InstrumentControlsTests {
  private let engine = SoundEngine()
  private let midi = MIDIDouble()

  /// Returns the controls of a box in mode instrument.
  private func playing() -> Controls {
    var controls = Controls(engine)
    controls.set(mode: .instrument)
    controls.instrument.attach(midi)
    _ = midi.take()
    return controls
  }

  private func frame(_ note: UInt8?, hand: Int = 1, stroke: UInt32 = 1) -> ControlFrame {
    var notes = PlayedNotes()
    notes.append(PlayedNote(Source(SourceID(.hand, hand)), note: note, velocity: 96, stroke: stroke))
    return ControlFrame(time: 1, handsPresent: true, values: .instrument(notes))
  }

  private func words(_ changes: [NoteChange]) -> [String] { changes.map { "\($0.name) \($0.velocity == nil ? "off" : "on")" } }

  @Test func `the mode and the output say what is heard`() {
    var controls = Controls(engine)
    #expect(!engine.instrument.wanted.isScene && engine.instrument.wanted.isHeard)
    controls.set(mode: .instrument)
    #expect(engine.instrument.wanted.isScene && !engine.player.wanted.isHeard, "the player is silent")
    controls.set(volume: 0.25)
    #expect(engine.instrument.wanted.volume == Float(VolumeCurve.gain(0.25)) && controls.values.volume == 0.25)
    controls.instrument.set { $0.output = .midi }
    #expect(!engine.instrument.wanted.isHeard)
    controls.instrument.set { $0.output = .both }
    #expect(engine.instrument.wanted.isHeard)
    controls.set(mode: .player)
    #expect(!engine.instrument.wanted.isScene && engine.player.wanted.isHeard)
  }

  @Test func `notes go to the port and are reported`() {
    var controls = playing()
    controls.hands(frame(60), [])
    #expect(
      words(controls.instrument.takeChanges()) == ["C4 on"] && midi.take() == [.play(.hand, 1)]
        && controls.instrument.played.hands.sounding == 1)
    controls.hands(frame(nil), [])
    #expect(words(controls.instrument.takeChanges()) == ["C4 off"] && midi.take() == [.play(.hand, 0)])
  }

  /// Without hands the sounding notes end. Nothing pauses, because fingers on a touch device may play.
  @Test func `without hands notes are off and nothing pauses`() {
    var controls = playing()
    controls.hands(frame(60), [.handsPresent])
    controls.hands(ControlFrame(values: .instrument(PlayedNotes())), [.handsAbsent])
    #expect(words(controls.instrument.takeChanges()) == ["C4 on", "C4 off"] && !controls.values.isAway)
    controls.setAutoPause(true)
    #expect(!controls.values.isAway)
    controls.set(mode: .player)
    #expect(controls.values.isAway, "the player waits for hands")
    controls.set(mode: .instrument)
    #expect(!controls.values.isAway)
  }

  @Test func `the layout of the hands' notes is known until it changes`() {
    var controls = playing()
    #expect(controls.instrument.field == NoteField())
    var notes = PlayedNotes()
    notes.field = NoteField(top: 0.5, bottom: 0.875)
    controls.hands(ControlFrame(time: 1, values: .instrument(notes)), [])
    controls.hands(ControlFrame(time: 1, values: .player(PlayerControl())), [])
    #expect(controls.instrument.field == NoteField(top: 0.5, bottom: 0.875))
  }

  @Test func `a pause puts a hand over the strings`() {
    var controls = playing()
    controls.hands(frame(60), [])
    _ = (controls.instrument.takeChanges(), midi.take())
    controls.pause()
    #expect(
      words(controls.instrument.takeChanges()) == ["C4 off"] && midi.take().contains(.play(.hand, 0))
        && controls.instrument.played.hands.count == 0)
    controls.hands(frame(62, stroke: 2), [])
    #expect(controls.instrument.takeChanges().isEmpty, "nothing is played meanwhile")
    controls.play()
    #expect(words(controls.instrument.takeChanges()) == ["D4 on"], "what a hand holds is heard again")
  }

  /// Notes held on a keyboard are also played by the hand over the strings.
  @Test func `a pause ends what came in by MIDI`() {
    var controls = playing()
    let planes = UnsafeMutablePointer<Float>.allocate(capacity: 2 * SoundFormat.block)
    planes.initialize(repeating: 0, count: 2 * SoundFormat.block)
    defer { planes.deallocate() }
    var channel = InstrumentChannel(engine.instrument)
    engine.instrument.note(on: 60, velocity: 100, channel: 0)
    channel.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block)
    #expect(engine.instrument.state.sounding.count == 1 && controls.instrument.isPlayed)
    controls.pause()
    channel.rtRender(planes, planes + SoundFormat.block, count: SoundFormat.block)
    #expect(engine.instrument.state.sounding.count == 0 && !controls.instrument.isPlayed)
    controls.play()
    #expect(controls.instrument.isPlayed)
  }

  /// The saved output is midi, but the kernel does not have a sequencer.
  @Test func `without a port the instrument is heard here`() {
    var controls = playing()
    controls.instrument.set { $0.output = .midi }
    controls.instrument.set(isPortMissing: false)
    #expect(!engine.instrument.wanted.isHeard)
    controls.instrument.set(isPortMissing: true)
    #expect(engine.instrument.wanted.isHeard && controls.instrument.values.output == .midi, "what was chosen is kept")
    controls.instrument.set(isPortMissing: false)
    #expect(!engine.instrument.wanted.isHeard)
  }

  @Test func `another mode ends everything and a late frame begins nothing`() {
    var controls = playing()
    controls.hands(frame(60), [])
    controls.instrument.touch([Source(SourceID(.touch, 0), position: 0, gate: true)], captureTime: 1)
    _ = (controls.instrument.takeChanges(), midi.take())
    controls.set(mode: .stems)
    #expect(Set(words(controls.instrument.takeChanges())) == ["C4 off", "C3 off"])
    let told = midi.take()
    #expect(told.contains(.takesNew(false)) && told.contains(.panic) && told.contains(.play(.hand, 0)) && told.contains(.play(.touch, 0)))
    controls.hands(frame(64, stroke: 2), [])
    controls.instrument.touch([Source(SourceID(.touch, 0), position: 0, gate: true)], captureTime: 2)
    #expect(controls.instrument.takeChanges().isEmpty && midi.take().isEmpty)
    controls.set(mode: .instrument)
    #expect(controls.instrument.takeChanges().isEmpty, "what was played before does not come back by itself")
  }

  @Test func `a box that goes down leaves the port silent`() {
    var controls = playing()
    controls.instrument.set { $0.output = .both }
    controls.hands(frame(60), [])
    _ = (controls.instrument.takeChanges(), midi.take())
    controls.instrument.end()
    let told = midi.take()
    #expect(words(controls.instrument.takeChanges()) == ["C4 off"] && told.first == .takesNew(false) && told.last == .panic)
    controls.hands(frame(62, stroke: 2), [])
    controls.play()
    #expect(controls.instrument.takeChanges().isEmpty)
  }

  @Test func `fingers play the notes of the layout`() {
    var controls = playing()
    controls.instrument.set { ($0.scale, $0.key, $0.range) = (.major, .f, NoteRange(53, 77) ?? .usual) }
    controls.instrument.touch(
      [Source(SourceID(.touch, 0), position: 0, gate: true), Source(SourceID(.touch, 1), position: 1, gate: true)], captureTime: 1)
    #expect(words(controls.instrument.takeChanges()) == ["F3 on", "F5 on"])
    controls.instrument.touch([Source(SourceID(.touch, 1), position: 1, gate: true)], captureTime: 2)
    #expect(words(controls.instrument.takeChanges()) == ["F3 off"], "a finger that is missing has gone")
  }

  @Test func `a panic silences what is held until it is struck again`() {
    var controls = playing()
    controls.hands(frame(60), [])
    controls.instrument.panic()
    #expect(words(controls.instrument.takeChanges()) == ["C4 on", "C4 off"] && midi.take().last == .panic)
    controls.hands(frame(62), [])
    #expect(controls.instrument.takeChanges().isEmpty)
    controls.hands(frame(62, stroke: 2), [])
    #expect(words(controls.instrument.takeChanges()) == ["D4 on"])
  }

  @Test func `hands receive the settings once`() {
    var controls = playing()
    controls.begin(GestureEngine())
    #expect(controls.takeChanges().instrument?.settings == controls.instrument.values.settings)
    #expect(controls.takeChanges().isEmpty)
    controls.instrument.set { $0.scale = .blues }
    #expect(controls.takeChanges().instrument?.settings?.layout.scale == .blues)
    controls.instrument.set { $0.effects[.tone] = 0.5 }
    #expect(controls.takeChanges().isEmpty, "hands do not need the sound")
    controls.begin(GestureEngine())
    #expect(controls.takeChanges().instrument != nil)
  }

  @Test func `another sound brings its own wave and effects`() {
    var controls = playing()
    controls.instrument.set { ($0.waveform, $0.effects[.fuzz]) = (.square, 0.5) }
    #expect(engine.instrument.wanted.patch.waveform == .square && engine.instrument.wanted.patch.fuzz == 0.5)
    var patch = SynthPatch()
    (patch.waveform, patch.tone, patch.reverbMix) = (.triangle, 0.25, 0.75)
    controls.instrument.choose(InstrumentSound(name: "Wood", patch: patch, origin: .own, file: ""))
    #expect(engine.instrument.wanted.patch == patch && controls.instrument.values.heardEffects.reverb == 0.75)
    controls.instrument.set { $0.tempo = .nan }
    #expect(engine.instrument.wanted.tempo == 120)
  }

  @Test func `a port that comes while notes sound receives the current state`() {
    var controls = Controls(engine)
    controls.set(mode: .instrument)
    controls.instrument.set { $0.output = .both }
    controls.instrument.attach(midi)
    #expect(midi.take() == [.takesNew(true)])
    controls.instrument.set { $0.output = .audio }
    #expect(midi.take() == [.takesNew(false)])
  }

  @Test func `values beyond a tier are held back and return`() {
    var controls = InstrumentControls(InstrumentPort())
    controls.set { values in
      (values.scale, values.key, values.waveform) = (.blues, .d, .square)
      (values.effects[.fuzz], values.effects[.delay]) = (0.5, 0.25)
    }
    let asked = controls.values
    controls.set { $0.limits = Policy(tier: .free).instrument }
    let held = controls.values
    #expect(held.settings.layout == NoteLayout(scale: .pentatonicMajor, key: .c) && held.settings.sources == 1)
    #expect(held.patch.waveform == .sine && held.patch.fuzz == 0 && held.patch.delayMix == 0.25 && held.heardEffects.reverb == 0)
    controls.set { $0.limits = Policy(tier: .pro).instrument }
    #expect(controls.values == asked && controls.values.patch.waveform == .square && controls.values.patch.fuzz == 0.5)
  }
}
