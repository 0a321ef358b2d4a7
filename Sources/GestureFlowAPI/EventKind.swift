/// Kinds of events, by which they can be subscribed to.
public enum EventKind {
  /// The whole status ten times a second; only for who asks for it.
  public static let status = "status"
  /// Every frame with its hands and controls (`SessionFrame`); only for who asks for it.
  public static let frame = "frame"
  /// Every line of a session (docs/reference/session.md); only for who asks for it. The reading of gestures begins anew with it, when hands hold nothing, so that the session can be played again to the last bit.
  public static let session = "session"
  /// Things that happen: what a subscriber without a choice gets.
  public static let happenings: Set<String> = [
    "handAppeared", "handDisappeared", "handsPresent", "handsAbsent", "fingerCount", "gestureBegan", "gestureEnded", "gestureHeld",
    "controlEngaged", "controlReleased", "controlSnapped", "hands", "home", "trackChanged", "mediaLost", "stickAppeared", "stickGone",
    "part", "button", "command", "refused",
    "autoPause", "configuration", "channelSelected", "loopAsked", "loopPending", "loopDropped", "loopApplied", "muteAsked", "soloAsked",
    "bar", "stemSet", "streamChanged", "streamUnheeding",
    "noteOn", "noteOff", "sound", "panic", "licence", "capture",
  ]
  /// Every kind.
  public static let all: Set<String> = happenings.union([status, frame, session])
}
