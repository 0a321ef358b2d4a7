/// The one-euro filter (Casiez, Roussel, Vogel 2012): a low-pass whose cut-off rises with speed, so that a still hand is steady and a moving one is not late.
struct OneEuro: ScalarFilter {
  /// Cut-off of a still hand in Hz.
  ///
  /// Not the usual 1 Hz: with that the pinch of a still hand shakes the pitch by 3.9 cents, with this by 3.1; with less the filter
  /// takes too long over the last bit of a way. The lag of a hand that moves is the same (docs/benchmarks.md).
  var minCutoff: Float = 0.5
  /// Rise of the cut-off in Hz for each hand size a second.
  var beta: Float = 8
  /// Cut-off of the speed estimate in Hz.
  var speedCutoff: Float = 2
  private var x: Float = 0
  private var previous: Float = 0
  private var speed: Float = 0
  /// Values since it began.
  private var count: Float = 0

  /// A filter behind which a still hand shakes as much as behind the usual one, whatever the model's noise.
  ///
  /// The noise of the speed opens the filter, so it takes more than a lower cut-off: found by trying on noise 1 to 1.5 times the usual, at 15, 30 and 60 frames a second. `beta`, of which
  /// the lag of a moving hand is made, gives way least. At 1.33 times the filter is 1.1 ms later on a hand at two hand sizes a second, 2.6 ms at one, as the benchmark
  /// measures them, 15 ms at a quarter, and up to 14 ms in the fifth of a second after a hand at one has set off.
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
    // The first values are averaged: with the cut-off of a still hand alone, what the first one was off by would be heard for seconds.
    x += max(Self.share(minCutoff + beta * abs(speed), dt), 1 / count) * (value - x)
    return x
  }

  /// Weight of the new value in an exponential low-pass: 1 / (1 + tau / dt), tau = 1 / (2 pi f).
  private static func share(_ cutoff: Float, _ dt: Float) -> Float { 1 / (1 + 1 / (2 * .pi * cutoff * dt)) }
}
