/// The fingers that the highest hand of a frame holds up.
public struct RaisedFingers: Sendable, Equatable {
  /// Identity of the hand.
  public var hand: Int
  /// Number of extended fingers without the thumb, 0...4.
  public var count: Int
  /// Whether the thumb is extended, too.
  public var thumbIsOut: Bool
  /// Whether the hand rests, so that it may begin an action.
  public var mayCount: Bool

  /// Creates the fingers of a hand.
  /// - Parameters: see the properties.
  public init(hand: Int, count: Int, thumbIsOut: Bool = false, mayCount: Bool = true) {
    (self.hand, self.count, self.thumbIsOut, self.mayCount) = (hand, count, thumbIsOut, mayCount)
  }
}

extension RaisedFingers {
  /// Reads the highest of the upright hands that are high enough. They must be above the lower zone of the frame. Nil
  /// without one.
  init?(_ hands: [ReadHand]) {
    guard let highest = hands.lazy.filter({ $0.gate.isShown }).min(by: { $0.measuredHeight < $1.measuredHeight }) else { return nil }
    let thumbIsOut = highest.fingers[.thumb] == .extended
    self.init(
      hand: highest.hand.id, count: highest.fingers.count - (thumbIsOut ? 1 : 0), thumbIsOut: thumbIsOut, mayCount: highest.gate.isOpen)
  }
}
