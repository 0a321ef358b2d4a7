/// The time of the sequencer's queue relative to `Clock`. The queue counts the ticks of a timer and drifts, so it is
/// measured again now and then.
package struct QueueClock: Sendable {
  /// Distance between measurements that means another queue, in seconds. After such a jump, or after the first
  /// measurement, earlier places do not count.
  private static let jump = 0.05

  /// Seconds of `Clock` at the queue's time 0, as last measured.
  package var origin = 0.0 { didSet { if abs(origin - oldValue) > Self.jump { latest = (-.infinity, -.infinity) } } }
  /// The latest message so far. It has its seconds of `Clock`, and its place in the queue.
  private var latest = (seconds: -Double.infinity, place: -Double.infinity)

  /// Creates a clock without a measurement.
  package init() {}

  /// Returns the time of a message in the queue, in seconds. A message that is not before the latest one also gets no
  /// earlier place, even after a later origin was measured. Otherwise an end and the next begin would change places.
  /// - Parameter seconds: of `Clock`.
  package mutating func place(of seconds: Double) -> Double {
    guard seconds >= latest.seconds else { return max(seconds - origin, 0) }
    latest = (seconds, max(seconds - origin, latest.place, 0))
    return latest.place
  }
}
