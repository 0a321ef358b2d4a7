import Hands

/// A type that detects whether a listener is present.
/// The state is absent after one second without a hand, and present after three frames with one.
///
/// A hand that has not moved for ten seconds does not count, unless it holds something: it rests in a
/// listener's lap, or hangs on the wall.
public struct Presence: Sendable {
  /// Seconds without a hand until the state is absent.
  public var patience = 1.0
  /// Number of consecutive frames with a hand until the state is present.
  /// Fewer may be a false detection.
  public var framesToBelieve = 3
  /// Lowest confidence of a hand that counts.
  public var leastConfidence: Float = 0.5
  /// The state; nil until enough frames have come.
  public private(set) var state: Bool?
  private var lastSeen: Double?
  private var inARow = 0
  private var movements: [Int: Movement] = [:]
  private var lastFrame = -Double.infinity
  /// Time for which a hand that has left is remembered, in seconds.
  /// A hand found in exactly its place is the same hand under another identity.
  private static let remembered = 60.0

  private struct Movement: Sendable {
    var last: LastMovement
    var seen: Double
  }

  /// Creates a detector without a state.
  public init() {}

  /// Whether a listener is present.
  public var isPresent: Bool { state == true }

  /// Updates the state with one frame.
  /// - Parameters:
  ///   - frame: all hands of the frame.
  ///   - holding: identities of the hands that hold something.
  /// - Returns: `.handsPresent` or `.handsAbsent` when the state became known or changed. Starting in an empty
  ///   room is a change, too.
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

  /// Advances the time without a hand or without a frame.
  /// - Returns: `.handsAbsent` when patience is over.
  public mutating func pass(to time: Double) -> GestureEvent? {
    // The first frame starts the wait; a clock that was set back restarts it.
    let from = min(lastSeen ?? time, time)
    lastSeen = from
    guard state != false, time - from >= patience - 1e-6 else { return nil }
    state = false
    return .handsAbsent
  }

  /// Returns hands that moved lately, hold something, or have just appeared.
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

  /// Removes and returns the memory of a hand gone from this place.
  private mutating func takeUp(_ size: Float, in frame: HandFrame, _ point: (Joint) -> SIMD2<Float>) -> Movement? {
    let present = Set(frame.hands.map(\.id))
    let gone = movements.filter { !present.contains($0.key) && $0.value.last.isInPlace(size: size, point) }
    return gone.keys.min().flatMap { movements.removeValue(forKey: $0) }
  }
}
