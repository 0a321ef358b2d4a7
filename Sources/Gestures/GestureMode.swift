import enum GestureFlowAPI.Mode

/// What hands do in one mode of the box. A pure function of the hands of each frame, as the engine around it.
protocol GestureMode: Sendable {
  /// What the hands ask for now.
  var values: ControlFrame.Values { get }
  /// A hand holds something: no pose means a command meanwhile.
  var isHolding: Bool { get }
  /// The values that hands hold, and the identities of these hands; a value that two hands hold is there twice.
  var holders: [Holder] { get }
  /// Identities of the hands that hold a value, or something that has none.
  var holdingHands: Set<Int> { get }
  /// Notes sound while hands hold them: they end when frames are missing.
  var playsNotes: Bool { get }
  /// Every hand plays by itself, whichever side it is of.
  var everyHandPlays: Bool { get }
  /// How often two hands with one label met.
  var sideConflicts: Int { get }

  /// Takes the hands of one frame. - Parameters:
  ///   - aspect: width / height of the picture.
  ///   - time: capture time in seconds.
  /// - Returns: what began and ended.
  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent]
  /// Pictures were missing for longer than a hand may be: hands count as having rested where they were seen last, so nothing of their motion is taken back.
  mutating func restHands()
  /// Lets go of everything and forgets when anything was; the values stay.
  /// - Returns: what ended by it.
  mutating func beginAnew() -> [GestureEvent]
  /// Takes over a value from elsewhere, brought into its range; what is held goes on from there. A value of another mode changes nothing.
  mutating func set(_ change: OutsideChange)
  /// A pose that is bound to this command in this mode was held long enough.
  /// - Returns: what the mode makes of it; nil when the command is not the mode's own and goes on to the box.
  mutating func carryOut(_ command: GestureCommand, at time: Double) -> [GestureEvent]?
}

extension GestureMode {
  var holdingHands: Set<Int> { Set(holders.map(\.hand)) }
  var playsNotes: Bool { false }
  var everyHandPlays: Bool { false }
  mutating func restHands() {}
}

extension Mode {
  /// The reading of gestures of this mode, at the settings' values. One row a mode.
  func make(_ settings: GestureSettings) -> any GestureMode {
    switch self {
    case .player: PlayerMode(settings)
    case .stems: StemsMode(settings)
    case .instrument: InstrumentMode(settings)
    case .theremin: ThereminMode(settings)
    case .stream: StreamMode(settings)
    }
  }
}
