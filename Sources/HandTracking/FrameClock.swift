/// Follows the capture times of the frames. It reports a stalled camera, so that lost hands lose their identity, and a
/// restarted source.
package struct FrameClock: Sendable {
  /// How a frame follows the previous one.
  package enum Step: Sendable { case usual, stalled, startedAgain }

  /// Least ratio of an interval to the previous one for a stall. So a camera that is always slow does not stall.
  private static let slower = 3.0

  private var last: Double?
  /// Seconds between the last two frames. Nil before the second frame of a source.
  private var interval: Double?

  /// A clock that has seen no frame.
  package init() {}

  /// Advances the clock to the capture time of a frame, in seconds.
  package mutating func advance(to time: Double) -> Step {
    defer { last = time }
    guard let last else { return .usual }
    let passed = time - last
    guard passed >= 0 else {
      interval = nil
      return .startedAgain
    }
    defer { interval = passed }
    return interval.map { passed > max(Following.identityKept, Self.slower * $0) } ?? false ? .stalled : .usual
  }
}
