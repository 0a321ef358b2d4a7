/// How long a camera takes for a picture, and whether one is missing.
package struct FramePace: Sendable {
  /// A camera that takes longer than this for a picture has stopped, in seconds.
  private static let slowest = 5.0
  /// A shorter pause between two frames is no missing picture, however fast the camera is, in seconds.
  private static let leastGap = 0.15
  /// So many pictures must be missing.
  private static let missing = 3.0

  /// Capture time of the last picture, in seconds; nil before the first.
  package private(set) var last: Double?
  /// Time between the last two pictures, and between the two before, in seconds.
  private var intervals = (0.0, 0.0)

  package init() {}

  /// A pause between two frames that is longer than this is a gap, in seconds: what a hand does meanwhile was not seen.
  ///
  /// The shorter of the last two intervals counts, so that one long pause does not excuse the next.
  package var longestPause: Double { max(Self.leastGap, Self.missing * min(intervals.0, intervals.1)) }

  /// How long nothing may come before a camera counts as silent, in seconds. The longer of the last two intervals counts: a camera in a dim room may take a second for a picture.
  package var patience: Double { Self.missing * max(intervals.0, intervals.1) }

  /// The time at which a picture was missing before this one came; nil when none was. It lies one interval before the picture: then it would have come last.
  package func gap(before time: Double) -> Double? {
    guard let last, time - last > longestPause + 1e-6 else { return nil }
    return time - min(intervals.0, intervals.1)
  }

  /// Takes the time of a picture, in seconds.
  package mutating func see(_ time: Double) {
    if let last { intervals = (min(max(time - last, 0), Self.slowest), intervals.0) }
    last = time
  }

  /// Nothing is known of the camera's pace any more.
  package mutating func forget() { self = FramePace() }
}
