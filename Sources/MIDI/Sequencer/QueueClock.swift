/// The sequencer's queue beside `Clock`: it counts a timer's ticks, drifts, and is measured anew now and then.
package struct QueueClock: Sendable {
  /// A measurement that lies further from the last one than this many seconds is of another queue, or the first: what was placed before says nothing.
  private static let jump = 0.05

  /// Seconds of `Clock` at which the queue's time was 0, as measured last.
  package var origin = 0.0 { didSet { if abs(origin - oldValue) > Self.jump { latest = (-.infinity, -.infinity) } } }
  /// The latest message so far: seconds of `Clock`, and its place in the queue.
  private var latest = (seconds: -Double.infinity, place: -Double.infinity)

  /// Nothing was measured yet.
  package init() {}

  /// Where a message belongs, in seconds of the queue. What is not before the latest one does not come before it either, also when the origin was measured a little later meanwhile: an end and the begin behind
  /// it would change places.
  /// - Parameter seconds: of `Clock`.
  package mutating func place(of seconds: Double) -> Double {
    guard seconds >= latest.seconds else { return max(seconds - origin, 0) }
    latest = (seconds, max(seconds - origin, latest.place, 0))
    return latest.place
  }
}
