/// A loop that measures a writer's clock against the card's. It reads the fill level of the buffer
/// between the two, and steers the resampler so that the level stays at its goal.
///
/// This is a second-order (PI) loop. It follows a clock that is off by 500 ppm; meanwhile the buffer is off by 12
/// ms, and afterwards not at all. It is slow on purpose (most of a correction takes a minute). So a writer that
/// delivers pieces of 100 ms does not cause an audible change of pitch. Time is the audio thread's: the frames that
/// it has taken.
package struct DriftController: Sendable, BitwiseCopyable {
  /// Limit of the correction: 570 ppm, just below one cent.
  package static let most = 570e-6
  /// Limit of the change of the ratio: 20 ppm per second.
  package static let slew = 20e-6
  /// Natural frequency of the loop in radians per second. The damping just prevents overshoot.
  private static let pace = 0.015
  /// Seconds over which the level is smoothed.
  private static let smoothing = 2.0
  /// Seconds in which most of a surplus is removed. The next field is the largest surplus in seconds of sound.
  private static let patience = 120.0
  private static let mostSurplus = 0.05

  /// How much faster the writer's clock is; the resampler follows it.
  package private(set) var correction = 0.0
  private var drift = 0.0
  private var level: Double?
  /// Initial level of the buffer above its goal. It is removed slowly. Otherwise the first estimate of a clock
  /// would be as large as a writer's pieces.
  private var surplus = 0.0

  package init() {}

  /// Adds the mean level of the buffer over the last interval.
  /// - Parameters:
  ///   - level: mean of the buffered seconds.
  ///   - goal: buffered seconds that there should be.
  ///   - seconds: audio thread's time since the last call.
  ///   - isPaced: whether the writer waits for the buffer, which is as full as it can be. Such a writer has no
  ///     clock of its own, so the loop follows nothing.
  package mutating func take(level now: Double, goal: Double, over seconds: Double, isPaced: Bool) {
    if isPaced {
      drift = 0
      level = nil
      move(to: 0, seconds)
      return
    }
    if level == nil { surplus = min(max(now - goal, -Self.mostSurplus), Self.mostSurplus) }
    surplus -= surplus * min(1, seconds / Self.patience)
    let last = level ?? now
    let smooth = last + (now - last) * min(1, seconds / Self.smoothing)
    level = smooth
    let error = smooth - goal - surplus
    let wanted = 2 * Self.pace * error + drift
    // At the limit the loop does not learn: a buffer that is much too full says little about the clock.
    if abs(wanted) < Self.most { drift += Self.pace * Self.pace * error * seconds }
    move(to: min(max(wanted, -Self.most), Self.most), seconds)
  }

  /// Restarts after a break of the sound. The clock is still the same.
  package mutating func restart() { level = nil }

  private mutating func move(to wanted: Double, _ seconds: Double) {
    let way = Self.slew * seconds
    correction += min(max(wanted - correction, -way), way)
  }
}
