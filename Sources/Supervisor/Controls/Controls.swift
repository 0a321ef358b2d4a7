import GestureFlowAPI
import Gestures
import Sound
import Streams
import Synchronization

/// The one truth of how the music is played: speed, pitch and volume, a person's pause, and the pause for want of hands.
///
/// Hands, buttons, clients and the saved state write here; status and saved state are read from here; nothing else tells the engine what shall be heard. The engine is
/// told within the lock, so that it hears changes in the order in which they were made. Any thread but the audio thread may call.
package final class Controls: Sendable {
  /// What holds at one moment.
  package struct Values: Sendable, Equatable {
    /// Speed, 0.1...2.0 times the original.
    package var speed = 1.0
    /// Pitch in cents, -2400...2400.
    package var pitchCents = 0.0
    /// Volume, 0...1.
    package var volume = 0.8
    /// A person has paused; hands never end that.
    package var isPaused = false
    /// Paused because nobody is there (see `AutoPause`).
    package var isAway = false
    /// Whether the music pauses when nobody is there.
    package var autoPause = true
    /// Hands mean nothing, until both fists, a button or a client give them their meaning back.
    package var areHandsOff = false
    /// What is played.
    package var mode = Mode.player
    /// What was played before has not fallen silent yet, so nothing of this mode is heard.
    package var isBetween = false

    /// Nothing is to be heard, for whichever reason.
    package var isResting: Bool { isPaused || isAway }
    /// The channel of what is played.
    package var channel: SoundChannel { mode.facts.channel }
    /// The channel that may be heard; nil between two.
    package var heard: SoundChannel? { isBetween ? nil : channel }

    package init() {}
  }

  /// What was set from elsewhere and the hands do not know yet; nil is unchanged.
  package struct Outside: Sendable, Equatable {
    package var speed: Double?
    package var pitchCents: Double?
    package var volume: Double?
    /// Hands mean nothing, or something again.
    package var handsOff: Bool?
    /// The values are to glide home.
    package var home = false

    package init(
      speed: Double? = nil, pitchCents: Double? = nil, volume: Double? = nil, handsOff: Bool? = nil, home: Bool = false
    ) {
      self.speed = speed
      self.pitchCents = pitchCents
      self.volume = volume
      self.handsOff = handsOff
      self.home = home
    }

    /// Tells the hands.
    package func tell(_ gestures: inout GestureEngine) {
      gestures.set(speed: speed.map { Float($0) }, pitchCents: pitchCents.map { Float($0) }, volume: volume.map { Float($0) })
      if let handsOff { gestures.set(handsOff: handsOff) }
      if home { gestures.goHome() }
    }
  }

  private struct State: Sendable {
    var values: Values
    var outside = Outside()
    /// What hands held in the frame before: letting go is their last word, and it counts.
    var held = Held()
    /// Whether nobody has been there for so long that the music is to pause.
    var autoPause = AutoPause()
    /// Seconds of `Clock` at which the last picture with hands' values was taken; 0 without one.
    var captureTime = 0.0

    /// - Parameter glides: values glide, home or back, whether or not a hand holds them.
    mutating func take(_ player: PlayerControl, glides: Bool) {
      let now = Held(
        speed: glides || player.speedGrip != nil, pitch: glides || player.pitchGrip != nil, volume: glides || player.volumeHeld)
      if now.speed || held.speed, outside.speed == nil { values.speed = Double(player.speed) }
      if now.pitch || held.pitch, outside.pitchCents == nil { values.pitchCents = Double(player.pitchCents) }
      if now.volume || held.volume, outside.volume == nil { values.volume = Double(player.volume) }
      held = now
    }

    /// The volume is the whole box's. - Parameters:
    ///   - refused: what the source does not do: there the hands are told what holds, again and again.
    ///   - glides: values glide, home or back, whether or not a hand holds them.
    mutating func take(_ stream: StreamControl, refused: StreamAbilities, glides: Bool) {
      defer { held = Held(volume: stream.volumeHeld) }
      guard glides || stream.volumeHeld || held.volume else { return }
      if refused.contains(.volume) {
        outside.volume = values.volume
      } else if outside.volume == nil {
        values.volume = Double(stream.volume)
      }
    }

    mutating func settleAway() { values.isAway = values.autoPause && autoPause.isDue && values.mode.facts.pausesWithoutHands }

    var levels: SoundLevels {
      SoundLevels(
        speed: Float(values.speed), cents: Float(values.pitchCents), volume: Float(VolumeCurve.gain(values.volume)),
        isPaused: values.isPaused, isAway: values.isAway, isHeard: values.heard == .track, captureTime: captureTime)
    }
  }

  private struct Held: Sendable {
    var speed = false
    var pitch = false
    var volume = false
  }

  private let engine: SoundEngine
  /// Told of pauses, the volume and the mode, which are theirs, too; nil in tests of the player alone.
  package let stems: StemControls?
  /// The same of the instrument.
  package let instrument: InstrumentControls?
  /// The same of someone else's music.
  package let stream: StreamControls?
  private let state: Mutex<State>

  /// The engine is told at once.
  package init(
    _ engine: SoundEngine, _ values: Values = Values(), stems: StemControls? = nil, instrument: InstrumentControls? = nil,
    stream: StreamControls? = nil
  ) {
    self.engine = engine
    self.stems = stems
    self.instrument = instrument
    self.stream = stream
    let begin = State(values: values)
    state = Mutex(begin)
    engine.player.set(begin.levels)
    stems?.follow(values, captureTime: 0)
    instrument?.follow(values)
    stream?.follow(values)
  }

  /// What holds now.
  package var values: Values { state.withLock { $0.values } }

  // MARK: - A person's: buttons and clients

  /// Sets values; nil leaves one as it is. A pinch that holds one goes on from there.
  package func set(speed: Speed? = nil, pitchCents: Cents? = nil, volume: Volume? = nil) {
    change { state in
      if let speed = speed?.value { (state.values.speed, state.outside.speed) = (speed, speed) }
      if let cents = pitchCents?.value { (state.values.pitchCents, state.outside.pitchCents) = (cents, cents) }
      if let volume = volume?.value { (state.values.volume, state.outside.volume) = (volume, volume) }
    }
  }

  /// A person wants to hear music: that also ends a pause for want of hands.
  package func play() {
    change { state in
      state.values.isPaused = false
      state.autoPause.start()
    }
  }

  /// A person wants silence, until a person wants music.
  package func pause() { change { $0.values.isPaused = true } }

  /// Plays what is paused, for whichever reason, and pauses what plays. - Returns: true if it plays now.
  @discardableResult package func toggle() -> Bool {
    change { state in
      let plays = state.values.isResting
      state.values.isPaused = !plays
      if plays { state.autoPause.start() }
      return plays
    }
  }

  /// Takes all meaning from the hands, or gives it back.
  package func set(handsOff: Bool) {
    change { state in
      state.values.areHandsOff = handsOff
      state.outside.handsOff = handsOff
    }
  }

  /// Lets the hands' values glide home with their next frames (see `GestureEngine.goHome`).
  package func glideHome() { change { $0.outside.home = true } }

  /// Pauses that a click has changed are again as they were before it. - Parameter before: values of then.
  package func takeBackPauses(_ before: Values) {
    change { state in
      state.values.isPaused = before.isPaused
      // Hands that have come or gone meanwhile have the last word.
      if before.isAway { state.autoPause.takeStartBack() }
      state.settleAway()
    }
  }

  /// What is played from now on.
  /// - Parameter waits: nothing of it is heard before `begin`: what was played before is to fall silent first.
  package func set(mode: Mode, waits: Bool = false) {
    change { state in
      guard mode != state.values.mode else { return }
      state.values.isBetween = waits
      // Hands of the mode before may have moved it.
      state.outside.volume = state.values.volume
      state.values.mode = mode
    }
  }

  /// What was played before is silent, and this channel may be heard; nothing happens if it is another one by now.
  package func begin(_ channel: SoundChannel) {
    guard values.isBetween else { return }
    change { if $0.values.channel == channel { $0.values.isBetween = false } }
  }

  /// This channel is not to be heard until `begin`; nothing happens if it is another one by now.
  package func hold(_ channel: SoundChannel) { change { if $0.values.channel == channel { $0.values.isBetween = true } } }

  /// Switches the pause for want of hands. Switched on while it is due it pauses; switched off it goes on.
  package func setAutoPause(_ isOn: Bool) { change { $0.values.autoPause = isOn } }

  /// A session that is played again began while nobody was there.
  package func waitForHands() { change { $0.autoPause.makeDue() } }

  // MARK: - The hands'; on the thread that reads gestures

  /// A gesture engine that knows nothing yet begins: it is to be given all values with its first frame.
  package func handsBegin() {
    stems?.handsBegin()
    instrument?.handsBegin()
    stream?.handsBegin()
    state.withLock { state in
      let values = state.values
      state.outside = Outside(
        speed: values.speed, pitchCents: values.pitchCents, volume: values.volume, handsOff: values.areHandsOff ? true : nil,
        home: state.outside.home)
      state.held = Held()
      state.autoPause.beginAnew()
    }
  }

  /// What the gesture engine is to be told before its next frame.
  package func takeOutside() -> Outside {
    state.withLock { state in
      defer { state.outside = Outside() }
      return state.outside
    }
  }

  /// What a frame of hands gave. Only what hands hold, or let go with this frame, is theirs; of that, what was set from elsewhere meanwhile is not.
  /// - Parameter time: of the frame, in seconds of the hands' clock, by which the pause for want of hands goes; nil: that of `control`.
  package func hands(_ control: ControlFrame, _ events: [GestureEvent], at time: Double? = nil) {
    stems?.hands(control.stems, events, glides: control.glides)
    instrument?.hands(control.instrument, captureTime: control.time)
    let refused = stream?.hands(control.stream, glides: control.glides) ?? []
    change { state in
      if state.outside.handsOff == nil { state.values.areHandsOff = control.areHandsOff }
      // Another mode's hands hold nothing of the player's.
      if let player = control.player {
        state.take(player, glides: control.glides)
      } else if let stream = control.stream {
        state.take(stream, refused: refused, glides: control.glides)
      } else {
        state.held = Held()
      }
      if control.time > 0 { state.captureTime = control.time }
      state.autoPause.see(events, isHeld: control.isHeld, at: time ?? control.time)
    }
  }

  @discardableResult private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let result = state.withLock { state in
      let result = body(&state)
      state.settleAway()
      engine.player.set(state.levels)
      stems?.follow(state.values, captureTime: state.captureTime)
      instrument?.follow(state.values)
      stream?.follow(state.values)
      return result
    }
    stream?.tell()
    return result
  }
}
