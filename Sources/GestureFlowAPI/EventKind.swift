/// Kinds of events, by which they can be subscribed to.
public enum EventKind {
  public static let all: Set<String> = [
    "handAppeared", "handDisappeared", "handsPresent", "handsAbsent", "fingerCount", "gestureBegan", "gestureEnded", "gestureHeld",
    "controlEngaged", "controlReleased", "trackChanged", "mediaLost", "stickAppeared", "stickGone", "part", "button", "command", "refused",
    "autoPause", "configuration", "status",
  ]
}
