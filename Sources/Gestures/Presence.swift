import Hands

/// Whether anybody is there: absent after one second without a hand, present after three frames with one.
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

  /// Nothing is known yet.
  public init() {}

  /// Somebody is there.
  public var isPresent: Bool { state == true }

  /// - Returns: `.handsPresent` or `.handsAbsent` when that became known or changed. A start into an empty room is a change, too.
  public mutating func update(_ frame: HandFrame) -> GestureEvent? {
    let seen = frame.hands.contains { $0.confidence >= leastConfidence }
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
}
