/// Kinds of events to which a client can subscribe.
public enum EventKind {
  /// The whole status, ten times a second; only on request.
  public static let status = "status"
  /// Every frame with its hands and controls (`SessionFrame`); only on request.
  public static let frame = "frame"
  /// Every line of a session (docs/reference/session.md); only on request. The gesture engine restarts for it
  /// while hands hold nothing, so that a replay of the session is identical to the last bit.
  public static let session = "session"
  /// Kinds that a subscriber gets who does not choose.
  public static let happenings: Set<String> = [
    "handAppeared", "handDisappeared", "handsPresent", "handsAbsent", "fingerCount", "gestureBegan", "gestureEnded", "gestureHeld",
    "controlEngaged", "controlReleased", "controlSnapped", "hands", "handsSwapped", "home", "trackChanged", "mediaLost", "stickAppeared",
    "stickGone", "part", "button", "command", "refused",
    "autoPause", "configuration", "channelSelected", "loopAsked", "loopPending", "loopDropped", "loopApplied", "muteAsked", "soloAsked",
    "bar", "stemSet", "streamChanged", "streamUnheeding",
    "noteOn", "noteOff", "sound", "panic", "licence", "capture", "test", "testEnded", "update",
  ]
  /// Every kind.
  public static let all: Set<String> = happenings.union([status, frame, session])
}
