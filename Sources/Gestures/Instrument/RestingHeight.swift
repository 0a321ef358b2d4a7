/// The height of a hand that rests without what its landmarks shake, and that of a hand that moves as it is.
///
/// A height near the mean of what it has been since the hand came to rest is noise: the mean counts. One that lies farther away is a movement: from then on heights count as they are, until the hand has hardly gone anywhere
/// for a while. So a resting hand holds its note between borders that lie near each other, where hysteresis has no room, and a slide is not late. Simulated at 15 and 30 frames a second with the worst model's noise and a size
/// of 0.4: of 1000 minutes on a border among 61 notes at most one has a second note, with noise of correlation 0 or 0.9 from frame to frame (before: one in five among 25 notes, and nearly each among 61); a slide over a tenth of the field a
/// second or faster comes with the same frames as before. One over a twentieth is 0.01 to 0.03 s later in the mean.
struct RestingHeight: Sendable {
  /// Farther from the mean than this the hand moves, in hand sizes: five standard deviations of the worst model's noise.
  private static let far = 5 * 1.33 * LandmarkNoise.float.deviation
  /// A hand moves on as long as it goes half so far within this time, in seconds.
  private static let stretch: Float = 0.3
  /// The mean goes back so far at most, in seconds: a hand sinks slowly.
  private static let longest: Float = 2
  /// Times of frames are compared with this tolerance, in seconds.
  private static let close: Float = 1e-6

  private var mean: Float?
  /// Seconds that the mean goes back; 0 while the hand moves.
  private var age: Float = 0
  /// Seconds for which it counts as moving still, and where it was when they began.
  private var left: Float = 0
  private var start: Float = 0

  /// It is another hand, or was away.
  mutating func reset() { self = RestingHeight() }

  /// - Parameters:
  ///   - height: of the wrist, in picture heights, without glitches.
  ///   - size: of the hand, in picture heights: what its landmarks shake goes with it.
  ///   - dt: seconds since the last call.
  /// - Returns: what counts, in picture heights.
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
