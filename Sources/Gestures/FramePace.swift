/// A type that measures frame intervals and detects missing frames.
package struct FramePace: Sendable {
  /// Longest frame interval, in seconds. A camera that takes longer has stopped.
  private static let slowest = 5.0
  /// Shortest gap in seconds, even with a fast camera.
  private static let leastGap = 0.15
  /// Number of frames that must be missing.
  private static let missing = 3.0

  /// Capture time of the last frame, in seconds; nil before the first.
  package private(set) var last: Double?
  /// The last two frame intervals, in seconds, the newer one first.
  private var intervals = (0.0, 0.0)

  package init() {}

  /// Longest pause between two frames that is not a gap, in seconds.
  /// The motion of a hand during a gap was not seen.
  ///
  /// The shorter of the last two intervals counts, so one long pause does not excuse the next.
  package var longestPause: Double { max(Self.leastGap, Self.missing * min(intervals.0, intervals.1)) }

  /// Longest silence before a camera counts as silent, in seconds.
  /// The longer of the last two intervals counts: a camera in a dim room may take a second for a frame.
  package var patience: Double { Self.missing * max(intervals.0, intervals.1) }

  /// Returns the time at which a frame was missing before this one. Nil without a gap.
  /// It lies one interval before this frame, at the latest time the missing frame could have had.
  package func gap(before time: Double) -> Double? {
    guard let last, time - last > longestPause + 1e-6 else { return nil }
    return time - min(intervals.0, intervals.1)
  }

  /// Adds the capture time of a frame, in seconds.
  package mutating func see(_ time: Double) {
    if let last { intervals = (min(max(time - last, 0), Self.slowest), intervals.0) }
    last = time
  }

  /// Forgets the pace of the camera.
  package mutating func forget() { self = FramePace() }
}
