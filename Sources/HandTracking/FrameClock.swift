/// The times of the frames: whether the camera stalled, so that lost hands lose their identity, or its source began again.
package struct FrameClock: Sendable {
  /// How a frame follows the one before.
  package enum Step: Sendable { case usual, stalled, startedAgain }

  /// A camera that is slow all the time does not stall: its frames may come so many times as late as the one before.
  private static let slower = 3.0

  private var last: Double?
  /// Seconds between the last two frames; nil before the second one of a source.
  private var interval: Double?

  /// No frame came yet.
  package init() {}

  /// Takes the time of a frame, in seconds.
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
