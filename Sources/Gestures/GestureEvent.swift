import Hands

/// Something that happened, in contrast to a control value.
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
  /// A moved value has snapped to the original (see `Detent`).
  case controlSnapped(Control)
  /// Both fists have switched the meaning of hands off or on.
  case handsSwitched(isOn: Bool)
  /// The fist of the playing hand has sent the values home.
  case home(hand: Int, Handedness)
  /// Fingers were held up long enough to select a channel.
  /// Channels count from 0 in all events.
  case channelSelected(Int)
  /// Two pointing hands request a loop, in quarters of the channel's length.
  /// A loop from 0 to 4 ends the loop.
  case loopAsked(channel: Int, start: Int, end: Int)
  /// Mutes or unmutes a channel.
  case muteAsked(channel: Int)
  /// Solos a channel, or ends its solo.
  case soloAsked(channel: Int)

  /// A value that hands can hold.
  /// Player mode has speed, pitch, volume and the song's filter. Stems mode has the level of a channel, its pitch
  /// (by the roll of the hand), and a loop that two hands show.
  public enum Control: String, Sendable { case speed, pitch, volume, filter, level, roll, loop }

  /// Stable name of the event type; clients subscribe by it.
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
