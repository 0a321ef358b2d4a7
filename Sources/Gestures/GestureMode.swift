/// What hands do in one mode of the box. A pure function of the hands of each frame, as the engine around it.
protocol GestureMode: Sendable {
  /// What the hands ask for now.
  var values: ControlFrame.Values { get }
  /// A hand holds something: no pose means a command meanwhile.
  var isHolding: Bool { get }
  /// How often two hands with one label met.
  var sideConflicts: Int { get }

  /// Takes the hands of one frame. - Parameters:
  ///   - aspect: width / height of the picture.
  ///   - time: capture time in seconds.
  /// - Returns: what began and ended.
  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) -> [GestureEvent]
  /// Lets go of everything and forgets when anything was; the values stay.
  /// - Returns: what ended by it.
  mutating func beginAnew() -> [GestureEvent]
  /// Takes over values from elsewhere; what is held goes on from there.
  mutating func set(speed: Float?, pitchCents: Float?, volume: Float?)
}
