import ExternalSources
import GestureFlowAPI
import Gestures
import Perception
import Sound

/// How the box plays. It has the values of all modes, the pauses, mode and tier, the gesture engine, and the state of
/// the buttons.
///
/// The pauses are a person's pause and the automatic pause when no hands are present.
///
/// A plain value without a lock. `ControlLoop` owns the only one of a running box: hands, buttons, clients and the
/// saved state change it there, one after another. Each change goes on to the engine at once, so that the engine
/// receives changes in order.
package struct Controls: Sendable {
  /// Values at one moment.
  package struct Values: Sendable, Equatable {
    /// Speed, 0.1...2.0 times the original.
    package var speed = 1.0
    /// Pitch in cents, -2400...2400.
    package var pitchCents = 0.0
    /// Volume, 0...1.
    package var volume = 0.8
    /// Filter of the song, -1...1; 0 is the original.
    package var filter = 0.0
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

    /// Returns these values for a part that plays through one channel. While another channel plays, the volume stays as
    /// the part knows it: hands there would otherwise send it new levels with every frame.
    /// - Parameter known: values that the part has.
    func forPart(_ part: SoundChannel, known: Values) -> Values {
      var values = self
      if channel != part { values.volume = known.volume }
      return values
    }
  }

  private struct Held: Sendable {
    var speed = false
    var pitch = false
    var volume = false
    var filter = false
  }

  /// The values that apply now.
  package internal(set) var values: Values
  /// Mode and tier, and what they allow.
  package internal(set) var policy: Policy
  /// The values of mode stems.
  package var stems: StemControls
  /// The values of the instrument.
  package var instrument: InstrumentControls
  /// The values of mode stream.
  package var stream: StreamControls
  /// Reads the gestures; nil before the tracker works.
  package var reading: HandsReading?
  /// State of the recorded session.
  var sessionPart = SessionPart()
  /// The choice of a scene by fingers; nil while none runs.
  package var sceneChoice: SceneChoice?
  /// State of the buttons between two of their events.
  package var buttons = ButtonState()
  private let engine: SoundEngine
  /// Controls held in the previous frame. The frame that releases a control still sets its value.
  private var held = Held()
  private var autoPause = AutoPause()
  /// Capture time of the last hands frame, in seconds of `Clock`. It is 0 without one.
  private var captureTime = 0.0

  /// Makes the values and sends them to the engine at once.
  package init(
    _ engine: SoundEngine, _ values: Values = Values(), policy: Policy = Policy(), stems: StemControls? = nil,
    instrument: InstrumentControls? = nil, stream: StreamControls = StreamControls()
  ) {
    self.engine = engine
    self.values = values
    self.policy = policy
    self.stems = stems ?? StemControls(engine.stems)
    self.instrument = instrument ?? InstrumentControls(engine.instrument)
    self.stream = stream
    engine.player.set(levels)
    self.stems.follow(values)
    self.instrument.follow(values)
    self.stream.follow(values)
  }

  private var levels: SoundLevels {
    SoundLevels(
      speed: Float(values.speed), cents: Float(values.pitchCents), volume: Float(VolumeCurve.gain(values.volume)),
      filter: Float(values.filter), isPaused: values.isPaused, isAway: values.isAway, isHeard: values.heard == .track,
      captureTime: captureTime)
  }

  // MARK: - A person's: buttons and clients

  /// Sets values; nil is unchanged. A pinch that holds a value continues from there.
  package mutating func set(speed: Speed? = nil, pitchCents: Cents? = nil, volume: Volume? = nil, filter: FilterKnob? = nil) {
    if let speed { values.speed = speed.value }
    if let pitchCents { values.pitchCents = pitchCents.value }
    if let volume { values.volume = volume.value }
    if let filter { values.filter = filter.value }
    apply()
  }

  /// Plays, as requested by a person. Also ends the automatic pause.
  package mutating func play() {
    values.isPaused = false
    autoPause.start()
    apply()
  }

  /// Pauses until a person requests music.
  package mutating func pause() {
    values.isPaused = true
    apply()
  }

  /// Plays if any pause is active, and pauses otherwise.
  /// - Returns: whether it plays now.
  @discardableResult package mutating func toggle() -> Bool {
    let plays = values.isResting
    if plays { play() } else { pause() }
    return plays
  }

  /// Switches the effect of all hands off or on. A choice of a scene ends without one.
  package mutating func set(handsOff: Bool) {
    sceneChoice = nil
    values.areHandsOff = handsOff
    apply()
  }

  /// Makes the hands' values glide home from their next frame on. See `GestureEngine.goHome`.
  package mutating func glideHome() { reading?.isHomeDue = true }

  /// Restores the pauses that a click has changed.
  /// - Parameter before: the values before the click.
  package mutating func takeBackPauses(_ before: Values) {
    values.isPaused = before.isPaused
    // If hands have come or gone meanwhile, they decide.
    if before.isAway { autoPause.takeStartBack() }
    apply()
  }

  /// Switches the automatic pause. Switching it on while it is due pauses; switching it off resumes.
  package mutating func setAutoPause(_ isOn: Bool) {
    values.autoPause = isOn
    apply()
  }

  /// Makes the automatic pause due. A replayed session that began with it calls this.
  package mutating func waitForHands() {
    autoPause.makeDue()
    apply()
  }

  // MARK: - The hands'

  /// Reads gestures by a new engine. It receives all values with its first frame.
  package mutating func begin(_ gestures: GestureEngine) {
    if reading == nil { reading = HandsReading(gestures) } else { reading?.begin(gestures) }
    forgetHands()
  }

  /// Releases all that hands hold, because a new engine reads them.
  package mutating func forgetHands() {
    held = Held()
    stems.forgetHands()
    stream.forgetHands()
    autoPause.beginAnew()
  }

  /// Returns the changes that the gesture engine does not know yet. It counts them as known.
  package mutating func takeChanges() -> SessionChanges {
    guard reading != nil else { return SessionChanges() }
    let now = SharedValues(self)
    var changes = now.changes(since: reading?.known)
    if reading?.isHomeDue == true { changes.home = true }
    reading?.known = now
    reading?.isHomeDue = false
    return changes
  }

  /// Applies a frame of hands. It sets only values that hands hold or just released.
  /// - Parameter time: time of the frame in seconds of the hands' clock, for the automatic pause; nil for that of
  ///   `control`.
  package mutating func hands(_ control: ControlFrame, _ events: [GestureEvent], at time: Double? = nil) {
    stems.hands(control.stems, events, glides: control.glides)
    instrument.hands(control.instrument, captureTime: control.time)
    let refused = stream.hands(control.stream, glides: control.glides)
    values.areHandsOff = control.areHandsOff
    // Both fists have ended the choice.
    if !values.areHandsOff { sceneChoice = nil }
    var moved: StreamAbilities = []
    // Hands of another mode hold none of the player's values.
    if let player = control.player {
      take(player, glides: control.glides)
    } else if let stream = control.stream {
      if take(stream, refused: refused, glides: control.glides) { moved.insert(.volume) }
      if control.glides || stream.pitchGrip != nil { moved.insert(.pitch) }
    } else {
      held = Held()
    }
    if control.time > 0 { captureTime = control.time }
    autoPause.see(events, isHeld: control.isHeld, at: time ?? control.time)
    apply()
    guard reading != nil else { return }
    let now = SharedValues(self)
    reading?.known = now
    // The source does not do this, so the hands continue from the present value.
    let undone = moved.intersection(refused)
    if undone.contains(.volume) { reading?.known?.volume = nil }
    if undone.contains(.pitch) { reading?.known?.streamPitchCents = nil }
  }

  /// Applies the player's values of a frame of hands.
  /// - Parameter glides: whether values glide, home or back, even if no hand holds them.
  private mutating func take(_ player: PlayerControl, glides: Bool) {
    let now = Held(
      speed: glides || player.speedGrip != nil, pitch: glides || player.pitchGrip != nil, volume: glides || player.volumeHeld,
      filter: glides || player.filterHeld)
    if now.speed || held.speed { values.speed = Double(player.speed) }
    if now.pitch || held.pitch { values.pitchCents = Double(player.pitchCents) }
    if now.volume || held.volume { values.volume = Double(player.volume) }
    if now.filter || held.filter { values.filter = Double(player.filter) }
    held = now
  }

  /// Applies a stream's volume, which is that of the whole box.
  /// - Parameters:
  ///   - refused: abilities that the source does not have.
  ///   - glides: whether values glide, home or back, even if no hand holds them.
  /// - Returns: whether hands move the volume.
  private mutating func take(_ stream: StreamControl, refused: StreamAbilities, glides: Bool) -> Bool {
    defer { held = Held(volume: stream.volumeHeld) }
    guard glides || stream.volumeHeld || held.volume else { return false }
    if !refused.contains(.volume) { values.volume = Double(stream.volume) }
    return true
  }

  /// Sends the values to the engine and the parts that share them.
  mutating func apply() {
    values.isAway = values.autoPause && autoPause.isDue && values.mode.facts.pausesWithoutHands
    engine.player.set(levels)
    stems.follow(values)
    instrument.follow(values)
    stream.follow(values)
  }
}
