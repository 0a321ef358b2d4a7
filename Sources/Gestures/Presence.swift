import Hands

/// Whether anybody is there: absent after one second without a hand, present after three frames with one.
///
/// A hand that has not moved for ten seconds is not presence, unless it holds something: it rests in a listener's lap, or hangs on the wall.
public struct Presence: Sendable {
  /// Seconds without a hand until nobody is there.
  public var patience = 1.0
  /// Frames in a row that a hand must be seen for; fewer may be a false detection.
  public var framesToBelieve = 3
  /// Confidence from which on a hand counts.
  public var leastConfidence: Float = 0.5
  /// Nil until the first frames have told.
  public private(set) var state: Bool?
  private var lastSeen: Double?
  private var inARow = 0
  private var movements: [Int: Movement] = [:]
  private var lastFrame = -Double.infinity
  /// A hand that is gone is remembered for so long, in seconds: one that is found in its very place is the same one under another identity.
  private static let remembered = 60.0

  private struct Movement: Sendable {
    var last: LastMovement
    var seen: Double
  }

  /// Nothing is known yet.
  public init() {}

  /// Somebody is there.
  public var isPresent: Bool { state == true }

  /// - Parameter holding: identities of the hands that hold something.
  /// - Returns: `.handsPresent` or `.handsAbsent` when that became known or changed. A start into an empty room is a change, too.
  public mutating func update(_ frame: HandFrame, holding: Set<Int> = []) -> GestureEvent? {
    let moving = moved(frame, holding)
    let seen = frame.hands.contains { $0.confidence >= leastConfidence && moving.contains($0.id) }
    inARow = seen ? inARow + 1 : 0
    if seen, state == true || inARow >= framesToBelieve { lastSeen = frame.time }
    if state != true, inARow >= framesToBelieve {
      state = true
      return .handsPresent
    }
    return pass(to: frame.time)
  }

  /// Time goes by; nothing was seen, or no picture came. - Returns: `.handsAbsent` when patience is over.
  public mutating func pass(to time: Double) -> GestureEvent? {
    // The first frame begins the wait; a clock that was set back begins it anew.
    let from = min(lastSeen ?? time, time)
    lastSeen = from
    guard state != false, time - from >= patience - 1e-6 else { return nil }
    state = false
    return .handsAbsent
  }

  /// Identities of the hands that have moved lately, hold something, or have just come.
  private mutating func moved(_ frame: HandFrame, _ holding: Set<Int>) -> Set<Int> {
    let time = frame.time
    if time < lastFrame { movements = [:] }
    let before = lastFrame
    lastFrame = time
    movements = movements.filter { time - $0.value.seen <= Self.remembered }
    var moving: Set<Int> = []
    for hand in frame.hands {
      let size = hand.landmarks.size(aspect: frame.aspect)
      let point = { (joint: Joint) in SIMD2(hand.landmarks[joint].x * frame.aspect, hand.landmarks[joint].y) }
      var movement =
        movements[hand.id] ?? takeUp(size, in: frame, point) ?? Movement(last: LastMovement(at: time, point), seen: time)
      if movement.seen < before { movement.last.wasAway(for: time - movement.seen) }
      movement.seen = time
      movement.last.see(size: size, at: time, point)
      if holding.contains(hand.id) { movement.last.holds(at: time) }
      movements[hand.id] = movement
      if !movement.last.isStill(at: time) { moving.insert(hand.id) }
    }
    return moving
  }

  /// What is remembered of the hand that was in this place and is not seen now.
  private mutating func takeUp(_ size: Float, in frame: HandFrame, _ point: (Joint) -> SIMD2<Float>) -> Movement? {
    let present = Set(frame.hands.map(\.id))
    let gone = movements.filter { !present.contains($0.key) && $0.value.last.isInPlace(size: size, point) }
    return gone.keys.min().flatMap { movements.removeValue(forKey: $0) }
  }
}
