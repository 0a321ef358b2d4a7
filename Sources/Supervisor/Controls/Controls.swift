import GestureFlowAPI
import Gestures
import Sound
import ExternalSources
import Synchronization

/// The one owner of speed, pitch, volume and both pauses.
///
/// The pauses are a person's pause and the automatic pause when no hands are present.
///
/// Hands, buttons, clients and the saved state write here; status and saved state read from here. Nothing else sets
/// what the engine plays. It sends values to the engine within the lock, so that the engine receives changes in
/// order. Any thread but the audio thread may call.
package final class Controls: Sendable {
  /// Values at one moment.
  package struct Values: Sendable, Equatable {
    /// Speed, 0.1...2.0 times the original.
    package var speed = 1.0
    /// Pitch in cents, -2400...2400.
    package var pitchCents = 0.0
    /// Volume, 0...1.
    package var volume = 0.8
    /// Whether a person has paused. Hands never end this pause.
    package var isPaused = false
    /// Whether the music is paused because no hands are present (see `AutoPause`).
    package var isAway = false
    /// Whether the music pauses when no hands are present.
    package var autoPause = true
    /// Whether hands have no effect. Both fists, a button or a client end this.
    package var areHandsOff = false
    /// The mode that plays.
    package var mode = Mode.player
    /// Whether the previous mode still sounds. Nothing of this mode is heard then.
    package var isBetween = false

    /// Whether any pause silences the music.
    package var isResting: Bool { isPaused || isAway }
    /// Channel of the mode that plays.
    package var channel: SoundChannel { mode.facts.channel }
    /// The channel that may be heard; nil during a change of mode.
    package var heard: SoundChannel? { isBetween ? nil : channel }

    package init() {}
  }

  /// Values set by others that the hands do not know yet; nil is unchanged.
  package struct Outside: Sendable, Equatable {
    package var speed: Double?
    package var pitchCents: Double?
    package var volume: Double?
    /// Whether hands have no effect; false restores it.
    package var handsOff: Bool?
    /// Whether the values must glide home.
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

    /// Applies the changes to the gesture engine.
    package func tell(_ gestures: inout GestureEngine) {
      gestures.set(speed: speed.map { Float($0) }, pitchCents: pitchCents.map { Float($0) }, volume: volume.map { Float($0) })
      if let handsOff { gestures.set(handsOff: handsOff) }
      if home { gestures.goHome() }
    }
  }

  private struct State: Sendable {
    var values: Values
    var outside = Outside()
    /// Controls held in the previous frame. The frame that releases a control still sets its value.
    var held = Held()
    /// State of the automatic pause when no hands are present.
    var autoPause = AutoPause()
    /// Capture time of the last hands frame, in seconds of `Clock`; 0 without one.
    var captureTime = 0.0

    /// Applies the player's values of a frame of hands.
    /// - Parameter glides: whether values glide, home or back, even if no hand holds them.
    mutating func take(_ player: PlayerControl, glides: Bool) {
      let now = Held(
        speed: glides || player.speedGrip != nil, pitch: glides || player.pitchGrip != nil, volume: glides || player.volumeHeld)
      if now.speed || held.speed, outside.speed == nil { values.speed = Double(player.speed) }
      if now.pitch || held.pitch, outside.pitchCents == nil { values.pitchCents = Double(player.pitchCents) }
      if now.volume || held.volume, outside.volume == nil { values.volume = Double(player.volume) }
      held = now
    }

    /// Applies a stream's volume, which is that of the whole box.
    /// - Parameters:
    ///   - refused: abilities that the source does not have. For them the hands receive the present value again and
    ///     again.
    ///   - glides: whether values glide, home or back, even if no hand holds them.
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
  /// Owner of the stems' values; nil in tests of the player alone. It receives the pauses, the volume and the mode,
  /// which it shares.
  package let stems: StemControls?
  /// Owner of the instrument's values; nil as for `stems`.
  package let instrument: InstrumentControls?
  /// Owner of mode stream's values; nil as for `stems`.
  package let stream: StreamControls?
  private let state: Mutex<State>

  /// Makes the owner and sends the values to the engine at once.
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

  /// The values that apply now.
  package var values: Values { state.withLock { $0.values } }

  // MARK: - A person's: buttons and clients

  /// Sets values; nil is unchanged. A pinch that holds a value continues from there.
  package func set(speed: Speed? = nil, pitchCents: Cents? = nil, volume: Volume? = nil) {
    change { state in
      if let speed = speed?.value { (state.values.speed, state.outside.speed) = (speed, speed) }
      if let cents = pitchCents?.value { (state.values.pitchCents, state.outside.pitchCents) = (cents, cents) }
      if let volume = volume?.value { (state.values.volume, state.outside.volume) = (volume, volume) }
    }
  }

  /// Plays, as requested by a person. Also ends the automatic pause.
  package func play() {
    change { state in
      state.values.isPaused = false
      state.autoPause.start()
    }
  }

  /// Pauses until a person requests music.
  package func pause() { change { $0.values.isPaused = true } }

  /// Plays if any pause is active, and pauses otherwise.
  /// - Returns: whether it plays now.
  @discardableResult package func toggle() -> Bool {
    change { state in
      let plays = state.values.isResting
      state.values.isPaused = !plays
      if plays { state.autoPause.start() }
      return plays
    }
  }

  /// Switches the effect of all hands off or on.
  package func set(handsOff: Bool) {
    change { state in
      state.values.areHandsOff = handsOff
      state.outside.handsOff = handsOff
    }
  }

  /// Makes the hands' values glide home from their next frame on (see `GestureEngine.goHome`).
  package func glideHome() { change { $0.outside.home = true } }

  /// Restores the pauses that a click has changed.
  /// - Parameter before: the values before the click.
  package func takeBackPauses(_ before: Values) {
    change { state in
      state.values.isPaused = before.isPaused
      // If hands have come or gone meanwhile, they decide.
      if before.isAway { state.autoPause.takeStartBack() }
      state.settleAway()
    }
  }

  /// Sets the mode that plays.
  /// - Parameter waits: whether the mode stays silent until `begin`, because the previous mode must end first.
  package func set(mode: Mode, waits: Bool = false) {
    change { state in
      guard mode != state.values.mode else { return }
      state.values.isBetween = waits
      // Hands may have changed the volume in the previous mode.
      state.outside.volume = state.values.volume
      state.values.mode = mode
    }
  }

  /// Lets a channel be heard, once the previous one is silent. Does nothing if the current channel is another one.
  package func begin(_ channel: SoundChannel) {
    guard values.isBetween else { return }
    change { if $0.values.channel == channel { $0.values.isBetween = false } }
  }

  /// Silences a channel until `begin`. Does nothing if the current channel is another one.
  package func hold(_ channel: SoundChannel) { change { if $0.values.channel == channel { $0.values.isBetween = true } } }

  /// Switches the automatic pause. Switching it on while it is due pauses; switching it off resumes.
  package func setAutoPause(_ isOn: Bool) { change { $0.values.autoPause = isOn } }

  /// Makes the automatic pause due. A replayed session that began with it calls this.
  package func waitForHands() { change { $0.autoPause.makeDue() } }

  // MARK: - The hands'; on the thread that reads gestures

  /// Prepares for a new gesture engine. The engine needs all values with its first frame.
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

  /// Takes the changes for the gesture engine's next frame.
  package func takeOutside() -> Outside {
    state.withLock { state in
      defer { state.outside = Outside() }
      return state.outside
    }
  }

  /// Applies a frame of hands. It sets only values that hands hold or just released, and that others have not set
  /// meanwhile.
  /// - Parameter time: time of the frame in seconds of the hands' clock, for the automatic pause; nil for that of
  ///   `control`.
  package func hands(_ control: ControlFrame, _ events: [GestureEvent], at time: Double? = nil) {
    stems?.hands(control.stems, events, glides: control.glides)
    instrument?.hands(control.instrument, captureTime: control.time)
    let refused = stream?.hands(control.stream, glides: control.glides) ?? []
    change { state in
      if state.outside.handsOff == nil { state.values.areHandsOff = control.areHandsOff }
      // Hands of another mode hold none of the player's values.
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
