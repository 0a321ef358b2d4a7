/// Kinds of events, by which they can be subscribed to.
public enum EventKind {
  /// All of them.
  public static let all: Set<String> = [
    "handAppeared", "handDisappeared", "handsPresent", "handsAbsent", "fingerCount", "gestureBegan", "gestureEnded", "gestureHeld",
    "controlEngaged", "controlReleased", "trackChanged", "mediaLost", "stickAppeared", "stickGone", "part", "button", "command", "refused",
    "autoPause", "configuration", "status",
  ]
}
