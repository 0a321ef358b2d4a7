/// How far two frames that follow one another may lie apart, in a recording or a film.
///
/// A replay waits or renders for as long. With a wrong time it would go on without end.
public enum FrameGap {
  /// Seconds at most.
  public static let longest = 3600.0

  /// Says why a frame's time cannot follow that of the frame before; nil for a good one. - Parameters: both in seconds of one clock.
  public static func complaint(_ time: Double, after last: Double) -> String? {
    guard !(time - last <= longest) else { return nil }
    return "lies \(time - last) s behind the frame before, and \(Int(longest)) s are the most that is waited for"
  }
}
