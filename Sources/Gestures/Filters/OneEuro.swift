/// The one-euro filter (Casiez, Roussel, Vogel 2012).
/// It is a low-pass whose cut-off rises with speed, so a still hand is steady and a moving one is not late.
struct OneEuro: ScalarFilter {
  /// Cut-off of a still hand in Hz.
  ///
  /// At the usual 1 Hz the pinch of a still hand shakes the pitch by 3.9 cents, at 0.5 Hz by 3.1. A lower
  /// cut-off takes too long over the last part of a motion. The lag of a moving hand is the same
  /// (docs/benchmarks.md).
  var minCutoff: Float = 0.5
  /// Rise of the cut-off with speed, in Hz.
  /// It is for one hand size a second.
  var beta: Float = 8
  /// Cut-off of the speed estimate in Hz.
  var speedCutoff: Float = 2
  private var x: Float = 0
  private var previous: Float = 0
  private var speed: Float = 0
  /// Number of values since the start.
  private var count: Float = 0

  /// Creates a filter with the same steadiness for any noise.
  ///
  /// The noise of the speed opens the filter, so a lower cut-off alone is not enough. The exponents were found
  /// by trials on noise of 1 to 1.5 times the usual, at 15, 30 and 60 frames a second. `beta`, which sets the
  /// lag of a moving hand, changes least.
  ///
  /// At 1.33 times the noise the filter is later by 1.1 ms on a hand at two hand sizes a second, and by 2.6 ms
  /// at one, as the benchmark measures them. At a quarter it is 15 ms later. In the fifth of a second after a
  /// hand has started to move at one, it is up to 14 ms later.
  init(noise: LandmarkNoise = .float) {
    let square = noise.ratio * noise.ratio
    minCutoff /= square * square
    beta /= noise.ratio.squareRoot().squareRoot()
    speedCutoff /= square
  }
  mutating func rescale(by factor: Float) {
    x *= factor
    previous *= factor
    speed *= factor
  }
  mutating func reset() { count = 0 }

  mutating func update(_ value: Float, dt: Float) -> Float {
    guard count > 0, dt > 0 else {
      if count == 0 {
        count = 1
        x = value
        previous = value
        speed = 0
      }
      return x
    }
    let measured = (value - previous) / dt
    previous = value
    speed += Self.share(speedCutoff, dt) * (measured - speed)
    count += 1
    // The first values are averaged. With the cut-off of a still hand alone, the error of the first value would
    // be heard for seconds.
    x += max(Self.share(minCutoff + beta * abs(speed), dt), 1 / count) * (value - x)
    return x
  }

  /// Returns the weight of the new value in an exponential low-pass.
  /// It is 1 / (1 + tau / dt), tau = 1 / (2 pi f).
  private static func share(_ cutoff: Float, _ dt: Float) -> Float { 1 / (1 + 1 / (2 * .pi * cutoff * dt)) }
}
