/// What a hand as a whole does in one frame: since when it is there and moves. So a control knows what to take back when the hand leaves.
public struct Passage: Sendable {
  /// A hand that is not seen for longer than this has left, in seconds.
  package static let leftAfter = 0.4

  /// When the hand was first seen, in seconds.
  public var cameAt: Double
  /// When its present motion began, in seconds; nil while it rests.
  public var movesSince: Double?
  /// When it began to leave, should it be seen no more, in seconds; nil while it rests.
  public var leavesSince: Double?
  /// How fast it moves, in hand sizes a second.
  public var speed: Float

  /// A hand that rests and has always been there.
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

  /// Two hands that do one thing: they move since the first of them moves, and are there since the second came.
  func joined(_ other: Passage) -> Passage {
    func first(_ a: Double?, _ b: Double?) -> Double? { [a, b].compactMap { $0 }.min() }
    return Passage(
      cameAt: max(cameAt, other.cameAt), movesSince: first(movesSince, other.movesSince),
      leavesSince: first(leavesSince, other.leavesSince), speed: max(speed, other.speed))
  }
}

/// When what a hand has done to a value is taken back, and to what time.
enum TakingBack {
  /// A grip that ended sooner than this was no grip, in seconds.
  static let shortest = 0.4
  /// A hand that left without letting go, and was seen for less than this, meant nothing, in seconds.
  static let acquaintance = 1.0
  /// A hand that lets go while it is faster than this is on its way out, in hand sizes a second.
  static let onTheWay: Float = 1.5

  /// The hand let go by what it did. - Parameters:
  ///   - began: when its grip began, in seconds.
  ///   - ended: when it began to let go.
  ///   - passage: of its last frame.
  /// - Returns: the time of the value that was meant, in seconds; nil when that is the present one.
  static func letGo(began: Double, ended: Double, _ passage: Passage) -> Double? {
    if ended - began < shortest - 1e-6 { return began }
    return passage.speed > onTheWay ? passage.movesSince.map { max($0, began) } : nil
  }

  /// The open hand let go by closing. - Parameters: as of `letGo`; `open` is of the last frame in which it was open, and `now` of this one: a hand that closes as it begins to leave is seen to be faster only now.
  static func closed(began: Double, ended: Double, _ open: Passage, now: Passage) -> Double? {
    letGo(began: began, ended: ended, open) ?? letGo(began: began, ended: ended, now)
  }

  /// The hand is gone. - Parameters: as of `letGo`; `lastSeen` is the time of its last frame.
  static func left(began: Double, lastSeen: Double, _ passage: Passage) -> Double? {
    if lastSeen - began < shortest - 1e-6 || lastSeen - passage.cameAt < acquaintance { return began }
    return passage.leavesSince.map { max($0, began) }
  }
}
