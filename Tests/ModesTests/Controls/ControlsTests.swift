import GestureFlowAPI
import Gestures
import Hands
import Modes
import ModesDoubles
import Sound
import Testing

/// Tests of the store of speed, pitch, volume and pauses. They check who may change a value, and the engine's
/// values.
@Suite struct ControlsTests {
  /// Renders a block and returns the state of the player after it.
  private func heard(_ engine: SoundEngine) -> PlayerState {
    let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)
    defer { block.deallocate() }
    engine.rtRender(block)
    return engine.player.state
  }

  /// Hands that have played leave for a second.
  private static let leave: [GestureEvent] = [.handsPresent, .gestureHeld(hand: 1, .right, .peace), .handsAbsent]

  private func frame(
    _ time: Double, speed: Float = 1, pitch: Float = 0, volume: Float = 0.8, holds: Set<GestureEvent.Control> = []
  ) -> ControlFrame {
    var player = PlayerControl(speed: speed, pitchCents: pitch, volume: volume)
    if holds.contains(.speed) { player.speedGrip = .spread }
    if holds.contains(.pitch) { player.pitchGrip = .fader }
    player.volumeHeld = holds.contains(.volume)
    return ControlFrame(time: time, handsPresent: true, values: .player(player))
  }

  @Test func `one value leaves the others alone`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.set(volume: 0.3)
    controls.set(pitchCents: 300)
    controls.set(speed: 1.5)
    let values = controls.values
    #expect(values.volume == 0.3 && values.pitchCents == 300 && values.speed == 1.5)
    #expect(heard(engine).volume == Float(VolumeCurve.gain(0.3)), "the curve lies between what is set and what is heard")
  }

  /// All modes use one volume curve. The box shows the volume that was set; the engine multiplies by its gain.
  @Test func `player, stems, instrument and pipes are equally loud at one volume`() {
    let engine = SoundEngine(volume: 0)
    var controls = Controls(engine)
    controls.stems.set(0, volume: 1)
    for (volume, gain) in [(0, 0), (0.4, 0.1), (0.8, 0.8), (1, 1)] as [(Double, Float)] {
      controls.set(volume: Volume(volume))
      let inlet = InletPort()
      EngineInlet(port: inlet).set(
        InletPreferences(volume: controls.values.volume, cents: 0, isPaused: false, isAway: false, isHeard: true))
      var gains = [engine.player.wanted.volume, inlet.wanted.volume]
      controls.set(mode: .stems)
      gains.append(engine.stems.wanted.channels[0].volume)
      controls.set(mode: .instrument)
      gains.append(engine.instrument.wanted.volume)
      controls.set(mode: .player)
      #expect(gains.allSatisfy { abs($0 - gain) < 1e-6 }, "\(volume): \(gains)")
      #expect(controls.values.volume == volume)
    }
  }

  @Test func `a volume of another mode waits for the change of mode and comes before the sound`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.set(volume: 1)
    let (stems, notes) = (engine.stems.wanted, engine.instrument.wanted)
    for volume in [0.1, 0.2, 0.4] { controls.set(volume: Volume(volume)) }
    #expect(engine.stems.wanted == stems && engine.instrument.wanted == notes)
    controls.set(mode: .stems, waits: true)
    #expect(abs(engine.stems.wanted.channels[0].volume - 0.8 * 0.1) < 1e-6 && !engine.stems.wanted.isScene)
    controls.set(mode: .theremin, waits: true)
    #expect(abs(engine.instrument.wanted.volume - 0.1) < 1e-6 && !engine.instrument.wanted.isScene)
  }

  /// After a change of settings or a recording, the hands are read anew. They then find the room empty once
  /// more.
  @Test func `an empty room that is found empty again pauses nothing`() {
    var controls = Controls(SoundEngine())
    controls.setAutoPause(true)
    controls.hands(ControlFrame(), Self.leave)
    #expect(controls.values.isAway)
    controls.play()
    #expect(!controls.values.isAway)
    controls.begin(GestureEngine())
    controls.hands(ControlFrame(), [.handsAbsent])
    #expect(!controls.values.isAway, "what a person has started goes on")
    controls.hands(ControlFrame(), Self.leave)
    #expect(controls.values.isAway, "the visitor has gone")
  }

  @Test func `values out of range are brought into it and NaN is ignored`() {
    var controls = Controls(SoundEngine())
    controls.set(speed: Speed(nearest: 9), pitchCents: Cents(nearest: -9000), volume: Volume(nearest: -1))
    #expect(controls.values.speed == 2 && controls.values.pitchCents == -2400 && controls.values.volume == 0)
    controls.set(speed: Speed(nearest: .nan), pitchCents: Cents(nearest: .nan), volume: Volume(nearest: .nan))
    #expect(controls.values.speed == 2 && controls.values.pitchCents == -2400 && controls.values.volume == 0)
  }

  @Test func `hands change only what they hold`() {
    var controls = Controls(SoundEngine())
    controls.set(speed: 1.5, volume: 0.3)
    controls.hands(frame(1, speed: 0.5, pitch: 700, volume: 0.9, holds: [.pitch]), [])
    #expect(controls.values.speed == 1.5 && controls.values.pitchCents == 700 && controls.values.volume == 0.3)
    // The frame that releases the control still counts; the next one does not.
    controls.hands(frame(1.03, pitch: 650), [])
    controls.hands(frame(1.07, pitch: 20), [])
    #expect(controls.values.pitchCents == 650)
  }

  /// No hand holds these controls, but they still belong to the hands.
  @Test func `values that glide home are taken from the hands`() {
    var controls = Controls(SoundEngine())
    controls.set(speed: 1.5, pitchCents: 300, volume: 0.3)
    var gliding = frame(1, speed: 1.25, pitch: 150, volume: 0.9)
    gliding.glides = true
    controls.hands(gliding, [])
    #expect(controls.values.speed == 1.25 && controls.values.pitchCents == 150 && abs(controls.values.volume - 0.9) < 1e-6)
  }

  @Test func `hands are switched off by fists and by others, and the last change counts`() {
    var controls = Controls(SoundEngine())
    controls.begin(GestureEngine())
    _ = controls.takeChanges()
    var off = frame(1)
    off.areHandsOff = true
    controls.hands(off, [.handsSwitched(isOn: false)])
    #expect(controls.values.areHandsOff && controls.takeChanges().isEmpty)
    controls.set(handsOff: false)
    #expect(!controls.values.areHandsOff && controls.takeChanges().handsOff == false)
    controls.hands(frame(1.1), [])
    #expect(!controls.values.areHandsOff && controls.takeChanges().isEmpty)
    controls.set(handsOff: true)
    controls.begin(GestureEngine())
    var engine = GestureEngine()
    controls.takeChanges().tellValues(&engine)
    #expect(engine.areHandsOff, "a new engine receives it")
  }

  @Test func `a click that is taken back leaves the pauses as they were`() {
    var controls = Controls(SoundEngine())
    controls.hands(frame(1, pitch: 100, holds: [.pitch]), [.handsPresent])
    controls.hands(frame(2), [.handsAbsent])
    let away = controls.values
    #expect(away.isAway && !away.isPaused)
    controls.toggle()
    controls.takeBackPauses(away)
    #expect(controls.values.isAway && !controls.values.isPaused)
    controls.toggle()
    controls.hands(ControlFrame(), [.handsPresent])
    controls.takeBackPauses(away)
    #expect(!controls.values.isAway, "a person has come meanwhile")
  }

  @Test func `a value that is set while a hand holds it reaches the hand once`() {
    var controls = Controls(SoundEngine())
    controls.begin(GestureEngine())
    _ = controls.takeChanges()
    controls.hands(frame(1, volume: 0.6, holds: [.volume]), [])
    controls.set(volume: 0.2)
    #expect(controls.values.volume == 0.2)
    #expect(controls.takeChanges().volume == 0.2)
    #expect(controls.takeChanges().isEmpty)
    controls.hands(frame(1.07, volume: 0.25, holds: [.volume]), [])
    #expect(abs(controls.values.volume - 0.25) < 1e-6 && controls.takeChanges().isEmpty)
  }

  @Test func `a new gesture engine receives all values`() {
    var controls = Controls(SoundEngine())
    controls.begin(GestureEngine())
    controls.set(speed: 0.5, pitchCents: 100, volume: 0.4)
    _ = controls.takeChanges()
    controls.begin(GestureEngine())
    let changes = controls.takeChanges()
    #expect(changes.speed == 0.5 && changes.pitchCents == 100 && changes.volume == 0.4 && changes.handsOff == nil)
  }

  @Test func `a hand and a client set the filter, and a new engine receives it`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.begin(GestureEngine())
    #expect(controls.takeChanges().filter == nil, "an engine begins without one")
    var player = PlayerControl()
    (player.filter, player.filterHeld) = (0.5, true)
    controls.hands(ControlFrame(time: 1, handsPresent: true, values: .player(player)), [])
    #expect(controls.values.filter == 0.5 && engine.player.wanted.filter == 0.5 && controls.takeChanges().isEmpty)
    (player.filter, player.filterHeld) = (0.4375, false)
    controls.hands(ControlFrame(time: 1.1, handsPresent: true, values: .player(player)), [])
    #expect(controls.values.filter == 0.4375, "the frame that releases it still sets it")
    player.filter = 0.25
    controls.hands(ControlFrame(time: 1.2, handsPresent: true, values: .player(player)), [])
    #expect(controls.values.filter == 0.4375)
    controls.set(filter: -0.5)
    #expect(engine.player.wanted.filter == -0.5 && controls.takeChanges().filter == -0.5)
    controls.begin(GestureEngine())
    #expect(controls.takeChanges().filter == -0.5)
  }

  @Test func `a glide home is requested once`() {
    var controls = Controls(SoundEngine())
    controls.begin(GestureEngine())
    controls.glideHome()
    #expect(controls.takeChanges().home == true)
    #expect(controls.takeChanges().isEmpty)
  }

  @Test func `a persons pause is never undone by hands`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.pause()
    controls.hands(frame(1), Self.leave)
    #expect(controls.values.isPaused && controls.values.isAway)
    controls.hands(frame(2), [.handsPresent])
    #expect(controls.values.isPaused && !controls.values.isAway)
    #expect(heard(engine).userPaused)
  }

  @Test func `a persons play ends a pause for want of hands`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    controls.hands(frame(1), Self.leave)
    #expect(controls.values.isAway && heard(engine).autoPaused)
    controls.play()
    #expect(!controls.values.isAway && !heard(engine).autoPaused)
    controls.hands(frame(3), Self.leave)
    #expect(controls.values.isAway)
    // PLAY in front of an empty room plays, regardless of the cause of the pause.
    #expect(controls.toggle() && !controls.values.isAway && !controls.values.isPaused)
    #expect(!controls.toggle() && controls.values.isPaused)
  }

  @Test func `auto pause follows its switch`() {
    var controls = Controls(SoundEngine())
    controls.setAutoPause(false)
    controls.hands(frame(1), Self.leave)
    #expect(!controls.values.isAway)
    controls.setAutoPause(true)
    #expect(controls.values.isAway, "no person is there, and that is known")
    controls.setAutoPause(false)
    #expect(!controls.values.isAway)
    controls.setAutoPause(true)
    controls.hands(frame(2), [.handsPresent])
    #expect(!controls.values.isAway)
  }

  /// Without a sound card no block takes values out of a ring. The box must not come back mute while hands are
  /// there.
  @Test func `nothing is lost while no block is rendered`() {
    let engine = SoundEngine()
    var controls = Controls(engine)
    for i in 0..<500 {
      controls.hands(frame(1 + Double(i) / 100, volume: Float(i) / 1000, holds: [.volume]), [i % 2 == 0 ? .handsAbsent : .handsPresent])
    }
    controls.set(pitchCents: 123)
    let state = heard(engine)
    #expect(!state.autoPaused && !state.userPaused && abs(Double(state.volume) - VolumeCurve.gain(0.499)) < 1e-6)
    controls.hands(frame(7), Self.leave)
    #expect(heard(engine).autoPaused)
  }
}
