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
  /// A value that a hand moves has snapped in at the original (see `Detent`).
  case controlSnapped(Control)
  /// Both fists have switched what hands mean: nothing from this frame on, or everything again.
  case handsSwitched(isOn: Bool)
  /// The fist of the hand that plays has sent the values home.
  case home(hand: Int, Handedness)
  /// Fingers were held up long enough; channels count from 0 in all events.
  case channelSelected(Int)
  /// Two pointing hands ask for a loop, in quarters of the channel's length; 0 to 4 ends it.
  case loopAsked(channel: Int, start: Int, end: Int)
  /// A channel is to be muted, or to be heard again.
  case muteAsked(channel: Int)
  /// A channel is to be heard alone, or with the others again.
  case soloAsked(channel: Int)

  /// What hands can hold: in player mode speed, pitch and volume; in stems mode a channel's level, its pitch by the roll of the hand, and a loop that two hands show.
  public enum Control: String, Sendable { case speed, pitch, volume, level, roll, loop }

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
    case .controlSnapped: "controlSnapped"
    case .handsSwitched: "hands"
    case .home: "home"
    case .channelSelected: "channelSelected"
    case .loopAsked: "loopAsked"
    case .muteAsked: "muteAsked"
    case .soloAsked: "soloAsked"
    }
  }
}
