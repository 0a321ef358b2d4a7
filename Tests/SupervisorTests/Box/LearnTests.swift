import Foundation
import GestureFlowAPI
import MIDI
import ModesDoubles
import Realtime
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of knobs and keys of external gear that the box has learned.
@Suite(.serialized, .keptStems) struct LearnTests {
  private func cc(_ controller: UInt8, _ value: UInt8) -> MIDIMessage { .control(channel: 0, controller: controller, value: value) }
  private func key(_ note: UInt8) -> MIDIMessage { .noteOn(channel: 9, note: note, velocity: 100) }

  @Test func `the names are those of the API`() { #expect(LearnTarget.all.map(\.name) == MIDIParameter.words) }

  @Test func `the next knob is bound and takes over where it passes the value`() throws {
    let studio = try Studio()
    try studio.box.carryOut(.volume(0.8))
    let said = try studio.box.carryOut(.midiLearn("volume"))
    #expect(said.contains("within 30 seconds") && studio.midi.learning == "volume" && studio.midi.learned.isEmpty)
    studio.turn(7, 10)
    #expect(studio.midi.learned == [MIDIBinding(parameter: "volume", message: "cc 7 channel 1")] && studio.midi.learning == nil)
    #expect(studio.midi.learnAnswer == "volume is played by cc 7 channel 1")
    studio.turn(7, 20, 60, 90)
    #expect(studio.box.controls.values.volume == 0.8, "nothing jumps")
    studio.turn(7, 110, 127)
    #expect(studio.box.controls.values.volume == 1)
    try studio.box.carryOut(.volume(0.3))
    studio.now += 1
    studio.turn(7, 126, 120)
    #expect(studio.box.controls.values.volume == 0.3, "another control has set it: the knob must pass it again")
    studio.turn(7, 30, 64)
    #expect(abs(studio.box.controls.values.volume - 64 / 127.0) < 1e-6)
  }

  @Test func `conflicts are said and forgotten is forgotten`() throws {
    let studio = try Studio()
    _ = try studio.learn("volume", cc(7, 1))
    let taken = try studio.learn("speed", cc(7, 1))
    #expect(taken == "speed is played by cc 7 channel 1; it played volume, which has no control now")
    let other = try studio.learn("speed", cc(8, 1))
    #expect(other == "speed is played by cc 8 channel 1; it was cc 7 channel 1 before")
    #expect(try studio.learn("speed", key(60))?.contains("a note cannot turn speed") == true && studio.midi.learning == "speed")
    #expect(try studio.box.carryOut(.midiLearnCancel) == "speed is not learned" && studio.midi.learning == nil)
    #expect(try studio.box.carryOut(.midiForget("speed")) == "cc 8 channel 1 no longer controls speed")
    #expect(studio.refusal(.midiForget("speed"))?.status == 404 && studio.midi.learned.isEmpty)
  }

  @Test func `hands without a role move nothing`() throws {
    let studio = try Studio()
    try studio.box.carryOut(.midiLearn("pitch"))
    studio.round(at: Clock.seconds + LearnTable.patience + 1)
    #expect(studio.midi.learning == nil && studio.midi.learnAnswer?.contains("pitch was not learned") == true)
    #expect(studio.box.status.notices.last?.text.contains("pitch was not learned") == true)
  }

  @Test func `without a port nothing can be learned`() throws {
    let studio = try Studio()
    studio.box.controls.change { $0.instrument.attach(MIDIDouble(MIDIStatus(available: false, problem: "no /dev/snd/seq"))) }
    #expect(studio.refusal(.midiLearn("volume"))?.detail.contains("no /dev/snd/seq") == true)
    studio.box.controls.change { $0.instrument.attach(nil) }
    #expect(studio.refusal(.midiLearn("volume"))?.status == 409)
  }

  @Test func `learned controls survive a power cut`() throws {
    try Places.withFolder { (folder: URL) throws in
      let studio = try Studio()
      _ = try studio.learn("volume", cc(7, 1))
      _ = try studio.learn("play", key(36))
      var state = SavedState()
      studio.box.collect(&state)
      try StateStore(folder.path).save(state)
      let after = try Studio(state: folder.path)
      #expect(after.midi.learned.map(\.parameter) == ["volume", "play"])
      after.press(36)
      #expect(after.box.controls.values.isPaused)
    }
  }

  @Test func `a state with a binding of another version keeps the others`() throws {
    let text = #"{"learned":[{"message":"cc 7 channel 1","parameter":"warp"},{"message":"cc 8 channel 1","parameter":"volume"}]}"#
    let state = try JSONDecoder().decode(SavedState.self, from: Data(text.utf8))
    #expect(state.learned.bindings.map(\.target) == [.volume])
    #expect(try JSONDecoder().decode(SavedState.self, from: Data(#"{"learned":7}"#.utf8)).learned.bindings.isEmpty)
  }

  @Test func `keys play the box and not the synthesizer`() throws {
    let studio = try Studio(.instrument)
    _ = try studio.learn("play", key(36))
    studio.press(36)
    #expect(studio.box.controls.values.isPaused)
    studio.press(36)
    studio.render()
    #expect(!studio.box.controls.values.isPaused && studio.box.engine.instrument.state.voices == 0)
    studio.hear(key(37))
    studio.render()
    #expect(studio.box.engine.instrument.state.sounding.count == 1, "another one is a note")
    // A sounding note ends when its key is learned. Otherwise the key's release would act as a command.
    _ = try studio.learn("next", key(37))
    studio.render()
    #expect(studio.box.engine.instrument.state.sounding.count == 0)
  }

  /// A pedal at its heel has silenced its channel and is then learned. Without the reset no message could make
  /// the channel sound again.
  @Test func `the effect of a learned controller on notes is undone`() throws {
    let studio = try Studio(.instrument)
    func level() throws -> Double {
      studio.hear(.noteOn(channel: 0, note: 60, velocity: 127))
      studio.render(100)
      let status = try #require(studio.box.status.instrument)
      #expect(status.voices == 1)
      studio.hear(.noteOff(channel: 0, note: 60, velocity: 0))
      // The shown values must show no trace of it either.
      studio.render(8000)
      return status.peakDB
    }
    let before = try level()
    studio.turn(11, 0)
    #expect(try level() < before - 40)
    _ = try studio.learn("volume", cc(11, 1))
    #expect(abs(try level() - before) < 3)
  }

  @Test func `every parameter is played in its mode`() throws {
    let stems = try Studio(.stems)
    for (i, name) in ["tempo", "volume 2", "pitch 2"].enumerated() { _ = try stems.learn(name, cc(UInt8(20 + i), 1)) }
    for (i, name) in ["mute 1", "solo 2"].enumerated() { _ = try stems.learn(name, key(UInt8(40 + i))) }
    for i in 0..<3 { stems.turn(UInt8(20 + i), 0, 127, 96) }
    for note in [UInt8(40), 41] { stems.press(note) }
    let played = stems.box.engine.stems.wanted
    #expect(abs(played.tempo - 1.508) < 0.01 && abs(played.channels[1].cents - 101.6) < 1, "\(played.tempo)")
    #expect(
      abs(Double(played.channels[1].volume) - 0.8 * VolumeCurve.gain(96.0 / 127)) < 0.01 && played.channels[0].isMuted
        && !played.channels[1].isMuted)

    let instrument = try Studio(.instrument)
    for (i, name) in ["tone", "fuzz", "delay", "reverb", "waveform", "tempo"].enumerated() {
      _ = try instrument.learn(name, cc(UInt8(20 + i), 1))
      instrument.turn(UInt8(20 + i), 0, 127, 127)
    }
    let values = instrument.box.instrument.values
    #expect(
      InstrumentEffect.allCases.allSatisfy { values.heardEffects[$0] == 1 } && values.heardWaveform == InstrumentWaveform.allCases.last)
    #expect(values.tempo == 240)

    let player = try Studio()
    for (i, name) in ["speed", "pitch"].enumerated() {
      _ = try player.learn(name, cc(UInt8(20 + i), 1))
      player.turn(UInt8(20 + i), 0, 127)
    }
    #expect(player.box.controls.values.speed == 2 && player.box.controls.values.pitchCents == 2400)
  }

  /// A knob passes a hundred values: one notice, one event and one low tone.
  @Test func `a command beyond the tier is refused once`() throws {
    let studio = try Studio(.instrument)
    try studio.box.carryOut(.effect(.reverb, 0))
    try studio.box.carryOut(.tier(.free))
    _ = try studio.learn("reverb", cc(12, 5))
    let events = studio.box.hub.subscribe(types: ["refused"])
    for place in 0..<UInt8(90) { studio.turn(12, place) }
    #expect(studio.box.instrument.values.heardEffects.reverb == 0 && events.take().count == 1)
    studio.now += 3
    studio.turn(12, 0, 50)
    #expect(events.take().count == 1, "later it is said again")
    try studio.box.carryOut(.tier(.pro))
    studio.now += 3
    studio.turn(12, 0, 127)
    #expect(studio.box.instrument.values.heardEffects.reverb == 1)
  }

  /// The key must not choose the only free wave in place of the locked one without a message.
  @Test func `a key for a wave that is locked is refused`() throws {
    let studio = try Studio(.instrument)
    try studio.box.carryOut(.waveform(.square))
    try studio.box.carryOut(.tier(.free))
    _ = try studio.learn("waveform", key(40))
    let events = studio.box.hub.subscribe(types: ["refused"])
    studio.press(40)
    #expect(events.take().count == 1 && studio.box.instrument.values.heardWaveform == .sine)
    try studio.box.carryOut(.tier(.pro))
    #expect(studio.box.instrument.values.heardWaveform == .square, "what was held back is there again")
  }

  /// A second of 50,000 messages: knobs, bouncing keys, notes, the clock and others.
  @Test func `a flood does no harm`() throws {
    let studio = try Studio()
    _ = try studio.learn("volume", cc(7, 1))
    _ = try studio.learn("play", key(36))
    studio.turn(7, 0, 127)
    let events = studio.box.hub.subscribe(types: ["command"])
    let begun = studio.now
    var commands = 0
    for i in 0..<50_000 {
      let time = begun + Double(i) * 2e-5
      let message: MIDIMessage =
        switch i % 6 {
        case 0: cc(7, UInt8(i / 6 % 128))
        case 1: key(36)
        case 2: .noteOff(channel: 9, note: 36, velocity: 0)
        case 3: .clock
        case 4: .bend(channel: 3, bend: UInt16(i % 16384))
        default: .start
        }
      studio.box.inputs.hear(.message(message, at: time))
      if i % 500 == 499 {
        studio.round(at: time)
        commands += events.take().count
      }
    }
    #expect(commands > 0 && commands <= 130, "\(commands)")
    studio.now = begun + 2
    studio.turn(7, 0, 127, 64)
    #expect(abs(studio.box.controls.values.volume - 64 / 127.0) < 0.01, "and the knob still plays")
  }
}
