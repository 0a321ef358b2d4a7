import Hands

/// Something that happened, as opposed to a value that is.
public enum GestureEvent: Sendable, Equatable {
  case handAppeared(id: Int, Handedness)
  case handDisappeared(id: Int, Handedness)
  case handsPresent
  case handsAbsent
  case fingerCount(hand: Int, Handedness, Int)
  case gestureBegan(hand: Int, Handedness, StaticGesture)
  case gestureEnded(hand: Int, Handedness, StaticGesture)
  /// A static gesture was held long enough to mean a command.
  case gestureHeld(hand: Int, Handedness, StaticGesture)
  case controlEngaged(Control)
  case controlReleased(Control)

  /// The values that hands can hold.
  public enum Control: String, Sendable { case speed, pitch, volume }

  /// Stable name of the kind of event, by which it can be subscribed to.
  public var type: String {
    switch self {
    case .handAppeared: "handAppeared"
    case .handDisappeared: "handDisappeared"
    case .handsPresent: "handsPresent"
    case .handsAbsent: "handsAbsent"
    case .fingerCount: "fingerCount"
    case .gestureBegan: "gestureBegan"
    case .gestureEnded: "gestureEnded"
    case .gestureHeld: "gestureHeld"
    case .controlEngaged: "controlEngaged"
    case .controlReleased: "controlReleased"
    }
  }
}
