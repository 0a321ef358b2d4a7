import Hands

/// Whether anybody is there: absent after one second without a hand, present after three frames with one.
public struct Presence: Sendable {
  /// Seconds without a hand until nobody is there.
  public var patience = 1.0
  /// Frames in a row that a hand must be seen for; fewer may be a false detection.
  public var framesToBelieve = 3
  /// Confidence from which on a hand counts.
  public var leastConfidence: Float = 0.5

  public private(set) var isPresent = false
  private var lastSeen = -Double.infinity
  private var inARow = 0

  public init() {}

  /// - Returns: `.handsPresent` or `.handsAbsent` when that changed.
  public mutating func update(_ frame: HandFrame) -> GestureEvent? {
    let seen = frame.hands.contains { $0.confidence >= leastConfidence }
    inARow = seen ? inARow + 1 : 0
    if seen { lastSeen = frame.time }
    if isPresent {
      guard frame.time - lastSeen >= patience - 1e-6 else { return nil }
      isPresent = false
      return .handsAbsent
    }
    guard inARow >= framesToBelieve else { return nil }
    isPresent = true
    return .handsPresent
  }
}
