/// The motion of a whole hand in one frame, with its start.
/// It tells a control what to take back when the hand leaves.
public struct Passage: Sendable {
  /// Time without detection after which a hand has left, in seconds.
  package static let leftAfter = 0.4

  /// Time of the first frame of the hand, in seconds.
  public var cameAt: Double
  /// Start of its current motion, in seconds; nil while it rests.
  public var movesSince: Double?
  /// Start of its leaving, if it is not seen again, in seconds.
  /// Nil while it rests.
  public var leavesSince: Double?
  /// Speed in hand sizes a second.
  public var speed: Float

  /// Creates the state of a hand. By default it rests and was always there.
  public init(cameAt: Double = -.infinity, movesSince: Double? = nil, leavesSince: Double? = nil, speed: Float = 0) {
    self.cameAt = cameAt
    self.movesSince = movesSince
    self.leavesSince = leavesSince ?? movesSince
    self.speed = speed
  }

  init(_ motion: HandMotion, cameAt: Double) {
    let moves = motion.began
    self.init(cameAt: cameAt, movesSince: moves, leavesSince: motion.leavingSince(moving: moves), speed: motion.speed)
  }

  /// The same hand, at rest.
  var resting: Passage { Passage(cameAt: cameAt) }

  /// Returns the common state of two hands that do one action.
  /// They move since the first of them moves, and are there since the second appeared.
  func joined(_ other: Passage) -> Passage {
    func first(_ a: Double?, _ b: Double?) -> Double? { [a, b].compactMap { $0 }.min() }
    return Passage(
      cameAt: max(cameAt, other.cameAt), movesSince: first(movesSince, other.movesSince),
      leavesSince: first(leavesSince, other.leavesSince), speed: max(speed, other.speed))
  }
}

/// Rules that take back the effect of a hand on a value.
/// They decide whether to take it back, and to which time.
enum TakingBack {
  /// Shortest hold that counts, in seconds.
  static let shortest = 0.4
  /// Shortest presence of a hand that left without a release, in seconds.
  /// A shorter one has no effect.
  static let acquaintance = 1.0
  /// Speed of a leaving hand at release, in hand sizes a second.
  static let onTheWay: Float = 1.5

  /// Returns the intended time for a hand that released by itself.
  /// - Parameters:
  ///   - began: start of its hold, in seconds.
  ///   - ended: start of the release.
  ///   - passage: of its last frame.
  /// - Returns: the time of the value that was meant, in seconds; nil when that is the current one.
  static func letGo(began: Double, ended: Double, _ passage: Passage) -> Double? {
    if ended - began < shortest - 1e-6 { return began }
    return passage.speed > onTheWay ? passage.movesSince.map { max($0, began) } : nil
  }

  /// Returns the intended time for an open hand that released by closing.
  /// - Parameters: as of `letGo`; `open` is of the last frame in which it was open, and `now` of this one. The
  ///   speed of a hand that closes as it begins to leave is higher only now.
  static func closed(began: Double, ended: Double, _ open: Passage, now: Passage) -> Double? {
    letGo(began: began, ended: ended, open) ?? letGo(began: began, ended: ended, now)
  }

  /// Returns the intended time for a hand that has left.
  /// - Parameters: as of `letGo`; `lastSeen` is the time of its last frame.
  static func left(began: Double, lastSeen: Double, _ passage: Passage) -> Double? {
    if lastSeen - began < shortest - 1e-6 || lastSeen - passage.cameAt < acquaintance { return began }
    return passage.leavesSince.map { max($0, began) }
  }
}
