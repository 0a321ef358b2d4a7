/// How far two frames that follow one another may lie apart, in a recording or a film.
///
/// What plays it again waits or renders for as long. A wrong time would have it go on without end.
public enum FrameGap {
  /// Seconds at most.
  public static let longest = 3600.0

  /// What is wrong with a frame's time after that of the frame before; nil for a good one. - Parameters: both in seconds of one clock.
  public static func complaint(_ time: Double, after last: Double) -> String? {
    guard !(time - last <= longest) else { return nil }
    return "lies \(time - last) s behind the frame before, and \(Int(longest)) s are the most that is waited for"
  }
}
