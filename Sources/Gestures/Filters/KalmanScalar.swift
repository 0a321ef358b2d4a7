/// A Kalman filter of a random walk: state x, covariance p.
///
/// With q = 0.005 and r = 0.05 a frame it converges to a gain of 0.27 a frame. Process noise grows with time,
/// so q is given for 1/60 s and scaled by the real step. The lag then grows only with the root of the step: 45
/// ms at 60 frames a second, 60 at 30, 77 at 15.
package struct KalmanScalar: ScalarFilter {
  /// Process noise: growth of the covariance in 1/60 s. It is in the square of the value's unit.
  var q: Float = 0.005
  /// Measurement noise: the variance of a measurement. It is in the square of the value's unit.
  var r: Float = 0.05
  private var x: Float = 0
  private var p: Float = 0
  private var begun = false

  /// Creates a filter without measurements.
  package init() { self.init(noise: .float) }
  /// Creates a filter for the noise of a model.
  /// - Parameter noise: the noise of the model; `r` is for the usual model.
  init(noise: LandmarkNoise) { r *= noise.ratio * noise.ratio }
  package mutating func rescale(by factor: Float) { x *= factor }
  package mutating func reset() { begun = false }

  package mutating func update(_ value: Float, dt: Float) -> Float {
    guard begun else {
      begun = true
      x = value
      p = r
      return x
    }
    p += q * max(dt, 0) * 60
    let gain = p / (p + r)
    x += gain * (value - x)
    p *= 1 - gain
    return x
  }
}
