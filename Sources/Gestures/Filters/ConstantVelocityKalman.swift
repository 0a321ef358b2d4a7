/// A Kalman filter of position and velocity that predicts ahead.
/// It predicts for the time at which the sound will be heard.
///
/// White acceleration noise (Bar-Shalom, Estimation with Applications to Tracking, 6.3.2): Q = s [dt^4/4,
/// dt^3/2; dt^3/2, dt^2].
struct ConstantVelocityKalman: ScalarFilter {
  /// Standard deviation of the acceleration, in hand sizes / s^2.
  var acceleration: Float = 30
  /// Standard deviation of a measurement, in hand sizes.
  var deviation: Float = 0.02
  /// Prediction time, in seconds.
  /// The extrapolated distance shrinks with `confidence`, which halves every 0.1 s of prediction.
  var lookAhead: Float = 0.02
  private var x: Float = 0
  private var v: Float = 0
  private var pxx: Float = 0
  private var pxv: Float = 0
  private var pvv: Float = 0
  private var begun = false

  init(lookAhead: Float = 0.02, noise: LandmarkNoise = .float) {
    self.lookAhead = lookAhead
    deviation *= noise.ratio
  }
  mutating func rescale(by factor: Float) {
    x *= factor
    v *= factor
  }
  mutating func reset() { begun = false }

  mutating func update(_ value: Float, dt: Float) -> Float {
    let r = deviation * deviation
    guard begun else {
      begun = true
      x = value
      v = 0
      pxx = r
      pxv = 0
      pvv = 1
      return x
    }
    let dt = max(dt, 1e-4)
    let s = acceleration * acceleration
    x += v * dt
    pxx += dt * (2 * pxv + dt * pvv) + s * dt * dt * dt * dt / 4
    pxv += dt * pvv + s * dt * dt * dt / 2
    pvv += s * dt * dt
    let gainX = pxx / (pxx + r)
    let gainV = pxv / (pxx + r)
    let surprise = value - x
    x += gainX * surprise
    v += gainV * surprise
    pvv -= gainV * pxv
    pxv *= 1 - gainX
    pxx *= 1 - gainX
    return predicted(lookAhead)
  }

  /// Returns the position `ahead` seconds after the last measurement.
  func predicted(_ ahead: Float) -> Float {
    // Confidence decays geometrically, 2^(-ahead / 0.1 s), here to second order: the prediction time is far
    // below 0.1 s.
    let decay = ahead / 0.1 * 0.6931
    return x + v * ahead * max(0, 1 - decay + decay * decay / 2)
  }
}
