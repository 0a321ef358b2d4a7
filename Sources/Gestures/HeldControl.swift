import Hands

/// A value that hands hold, with one of these hands.
public struct HeldControl: Sendable, Equatable {
  /// The value that is held.
  public var control: GestureEvent.Control
  /// Identity of the hand.
  public var hand: Int
  /// The label of the hand.
  public var side: Handedness

  /// Creates a held control from its fields.
  public init(control: GestureEvent.Control, hand: Int, side: Handedness) {
    self.control = control
    self.hand = hand
    self.side = side
  }
}

/// A held value with the identity of its hand.
struct Holder: Sendable {
  let control: GestureEvent.Control
  let hand: Int

  /// Returns one holder for each hand.
  /// - Parameter hands: the hands that hold the value; nil for none.
  static func list(_ control: GestureEvent.Control, _ hands: Int?...) -> [Holder] {
    hands.compactMap { $0 }.map { Holder(control: control, hand: $0) }
  }
}
