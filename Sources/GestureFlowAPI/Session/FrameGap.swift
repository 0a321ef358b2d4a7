/// Limits the gap between consecutive frames of a recording or film.
///
/// A replay waits or renders for the whole gap, so a wrong time could make it go on without end. When no frame came
/// for longer, a recording continues in a new part. A replay then skips the time between the two parts.
public enum FrameGap {
  /// Longest gap within a part, in seconds.
  public static let longest = 3600.0
  /// Pause of a replay between two parts further apart, in seconds.
  public static let pause = 1.0

  /// Returns the seconds between two frames that a replay skips.
  /// - Parameters: both in seconds of one clock.
  public static func leftOut(_ time: Double, after last: Double) -> Double { time - last > longest ? time - last - pause : 0 }

  /// Returns why a frame's time cannot follow the previous one. Returns nil if it can.
  /// - Parameters: both in seconds of one clock.
  public static func complaint(_ time: Double, after last: Double) -> String? {
    guard !(time - last <= longest) else { return nil }
    return "comes \(time - last) s after the previous frame, and \(Int(longest)) s are the limit"
  }
}
