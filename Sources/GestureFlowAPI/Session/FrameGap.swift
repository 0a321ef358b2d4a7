/// How far two frames that follow one another may lie apart, in a recording or a film.
///
/// A replay waits or renders for as long. With a wrong time it would go on without end. A recording in which no frame came for longer goes on
/// with a part of its own, and a replay leaves the time between the two parts out.
public enum FrameGap {
  /// Seconds at most, within a part.
  public static let longest = 3600.0
  /// Seconds that a replay waits between two parts that lie further apart.
  public static let pause = 1.0

  /// Seconds between two frames that a replay leaves out. - Parameters: both in seconds of one clock.
  public static func leftOut(_ time: Double, after last: Double) -> Double { time - last > longest ? time - last - pause : 0 }

  /// Says why a frame's time cannot follow that of the frame before; nil for a good one. - Parameters: both in seconds of one clock.
  public static func complaint(_ time: Double, after last: Double) -> String? {
    guard !(time - last <= longest) else { return nil }
    return "lies \(time - last) s behind the frame before, and \(Int(longest)) s are the most that is waited for"
  }
}
