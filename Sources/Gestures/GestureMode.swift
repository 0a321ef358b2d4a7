import enum GestureFlowAPI.Mode

/// A type that reads hands in one mode of the box.
/// It is a pure function of these hands, like the engine around it.
protocol GestureMode: Sendable {
  /// The values that the hands request now.
  var values: ControlFrame.Values { get }
  /// Whether a hand holds something. During that a pose is not a command.
  var isHolding: Bool { get }
  /// The values that hands hold, with the identities of these hands.
  /// A value that two hands hold is listed twice.
  var holders: [Holder] { get }
  /// Identities of the hands that hold something, with or without a value.
  var holdingHands: Set<Int> { get }
  /// Whether notes sound while hands hold them. Such notes end when frames are missing.
  var playsNotes: Bool { get }
  /// Whether every hand plays by itself, left or right.
  var everyHandPlays: Bool { get }
  /// Number of meetings of two hands with one label.
  var sideConflicts: Int { get }

  /// Processes the hands of one frame.
  /// - Parameters:
  ///   - aspect: width / height of the frame.
  ///   - time: capture time in seconds.
  /// - Returns: the events that began and ended.
  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent]
  /// Treats hands as having rested while frames were missing.
  /// The gap was longer than a hand may be missing, so none of the motion is taken back.
  mutating func restHands()
  /// Releases everything and forgets all times; the values stay.
  /// - Returns: the events of what ended.
  mutating func beginAnew() -> [GestureEvent]
  /// Takes over a value from outside, clamped to its range.
  /// A value that is held continues from there. A value of another mode changes nothing.
  mutating func set(_ change: OutsideChange)
  /// Carries out the command of a held pose in this mode.
  /// - Parameter hand: identity of the hand that shows the pose.
  /// - Returns: the events of the command; nil when it is not a command of this mode and goes on to the box.
  mutating func carryOut(_ command: GestureCommand, by hand: Int, showing pose: StaticGesture, at time: Double) -> [GestureEvent]?
}

extension GestureMode {
  var holdingHands: Set<Int> { Set(holders.map(\.hand)) }
  var playsNotes: Bool { false }
  var everyHandPlays: Bool { false }
  mutating func restHands() {}
  /// Passes all commands on to the box.
  mutating func carryOut(_ command: GestureCommand, by hand: Int, showing pose: StaticGesture, at time: Double) -> [GestureEvent]? { nil }
}

extension Mode {
  /// Creates the gesture reader of this mode. One row a mode.
  func make(_ settings: GestureSettings) -> any GestureMode {
    switch self {
    case .player: PlayerMode(settings)
    case .stems: StemsMode(settings)
    case .instrument: InstrumentMode(settings)
    case .theremin: ThereminMode(settings)
    case .stream: StreamMode(settings)
    }
  }

  /// The poses without a meaning of their own in this mode. They may be bound to commands. One row a mode. In stems
  /// mode fingers select and move a channel, and a thumb mutes it. In instrument and theremin mode each finger plays,
  /// and a fist ends the note; a thumb over a fist is silent, too.
  public var freePoses: Set<StaticGesture> {
    switch self {
    case .player, .stream: [.peace, .thumbsUp, .fist, .ok, .pointing]
    case .stems: [.fist]
    case .instrument, .theremin: [.thumbsUp]
    }
  }

  /// The commands that such a pose may give in this mode. One row a mode.
  var poseCommands: [GestureCommand] {
    switch self {
    case .player: GestureCommand.bindable
    case .stems, .instrument, .theremin, .stream: GestureCommand.bindable.filter { $0 != .songFilter }
    }
  }
}
