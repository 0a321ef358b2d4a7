/// A filter of the height. It holds a resting hand and follows a moving one.
///
/// A height near the mean since the hand came to rest is noise, and the mean counts. A height farther away is a
/// motion: from then on heights count unchanged, until the hand has hardly moved for a while. So a resting hand
/// holds its note between borders that are close together, where hysteresis has no room, and a slide is not
/// late.
///
/// The filter was simulated at 15 and 30 frames a second with the noise of the worst model and a size of 0.4.
/// Of 1000 minutes on a border among 61 notes, at most one has a second note, with noise of correlation 0 or
/// 0.9 from frame to frame. Without the filter it is one in five among 25 notes, and nearly each among 61. A
/// slide over a tenth of the field a second or faster is not delayed by a frame. One over a twentieth is 0.01
/// to 0.03 s later on average.
struct RestingHeight: Sendable {
  /// Distance from the mean that is a motion, in hand sizes.
  /// It is five standard deviations of the worst model's noise.
  private static let far = 5 * 1.33 * LandmarkNoise.float.deviation
  /// Time in which a moving hand covers half that distance, in seconds.
  private static let stretch: Float = 0.3
  /// Longest memory of the mean, in seconds: a hand sinks slowly.
  private static let longest: Float = 2
  /// Tolerance of comparing times of frames, in seconds.
  private static let close: Float = 1e-6

  private var mean: Float?
  /// Memory of the mean in seconds; 0 while the hand moves.
  private var age: Float = 0
  /// Remaining seconds as a moving hand, and the height at their start.
  private var left: Float = 0
  private var start: Float = 0

  /// Resets the filter for another hand, or one that was away.
  mutating func reset() { self = RestingHeight() }

  /// Adds a height and returns the height that counts.
  /// - Parameters:
  ///   - height: of the wrist, in frame heights, without glitches.
  ///   - size: of the hand, in frame heights: the noise of the landmarks is proportional to it.
  ///   - dt: seconds since the last call.
  /// - Returns: the height that counts, in frame heights.
  mutating func update(_ height: Float, size: Float, dt: Float) -> Float {
    guard let before = mean else {
      mean = height
      return height
    }
    let dt = max(dt, 0)
    let limit = Self.far * size
    if left > Self.close {
      left -= dt
      if left <= Self.close, abs(height - start) > limit / 2 { move(from: height) }
      return take(height)
    }
    if abs(height - before) > limit {
      move(from: height)
      return take(height)
    }
    age = min(age + dt, Self.longest)
    guard age > 0 else { return before }
    let next = before + (height - before) * (dt / (age + dt))
    mean = next
    return next
  }

  private mutating func move(from height: Float) { (left, start) = (Self.stretch, height) }

  private mutating func take(_ height: Float) -> Float {
    (mean, age) = (height, 0)
    return height
  }
}
