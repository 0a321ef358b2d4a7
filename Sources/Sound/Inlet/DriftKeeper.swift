/// Finds by how much a writer's clock is faster than the card's, from how full the buffer between the two is, and steers the resampler so that it stays as full as it should be.
///
/// A loop of second order (PI): it follows a clock that is off by 500 millionths with 12 ms more or less in the buffer on the way, and nothing afterwards. It is slow on purpose (most of the way
/// takes a minute), so that a writer that comes in pieces of 100 ms is not heard as a change of pitch. Time is the audio thread's: frames that it has taken.
package struct DriftKeeper: Sendable, BitwiseCopyable {
  /// It never goes further than this: 570 millionths, just below one cent.
  package static let most = 570e-6
  /// The ratio changes by 20 millionths a second at most.
  package static let slew = 20e-6
  /// The loop's own pace, in radians a second; it is damped so that it just does not overshoot.
  private static let pace = 0.015
  /// Seconds over which the level is smoothed.
  private static let smoothing = 2.0
  /// Seconds in which most of a surplus is given back, and the largest, in seconds of sound.
  private static let patience = 120.0
  private static let mostSurplus = 0.05

  /// By how much the writer's clock is faster; what the resampler is to follow.
  package private(set) var correction = 0.0
  private var drift = 0.0
  private var level: Double?
  /// What the buffer began with more than its goal. It is given back slowly, or the first that is heard of a clock would be the size of a writer's pieces.
  private var surplus = 0.0

  package init() {}

  /// Takes how full the buffer was over the last while.
  /// - Parameters:
  ///   - level: mean of the seconds kept. - goal: how many there should be.
  ///   - seconds: of the audio thread's time since the last call.
  ///   - isPaced: the writer waits for the buffer, which is full whenever it can be: it has no clock of its own, and nothing is followed.
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
    // At its limit it learns nothing: a buffer that is much too full says little of the clock.
    if abs(wanted) < Self.most { drift += Self.pace * Self.pace * error * seconds }
    move(to: min(max(wanted, -Self.most), Self.most), seconds)
  }

  /// The sound has had a break: the clock is still the same.
  package mutating func restart() { level = nil }

  private mutating func move(to wanted: Double, _ seconds: Double) {
    let way = Self.slew * seconds
    correction += min(max(wanted - correction, -way), way)
  }
}
