import Hands

/// A value that hands hold, and one of the hands that hold it.
public struct HeldControl: Sendable, Equatable {
  /// The value that is held.
  public var control: GestureEvent.Control
  /// Identity of the hand.
  public var hand: Int
  /// Of the hand.
  public var side: Handedness

  /// Out of its fields, as they are described here.
  public init(control: GestureEvent.Control, hand: Int, side: Handedness) {
    self.control = control
    self.hand = hand
    self.side = side
  }
}

/// The same as a mode knows it: of hands it knows the identities.
struct Holder: Sendable {
  let control: GestureEvent.Control
  let hand: Int

  /// - Parameter hands: those that hold the value; nil for none.
  static func list(_ control: GestureEvent.Control, _ hands: Int?...) -> [Holder] {
    hands.compactMap { $0 }.map { Holder(control: control, hand: $0) }
  }
}
