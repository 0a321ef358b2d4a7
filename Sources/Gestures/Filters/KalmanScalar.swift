/// A Kalman filter of a random walk: state x, covariance p.
///
/// With q = 0.005 and r = 0.05 a frame it converges to a gain of 0.27 a frame. Process noise grows with time, so q is given for 1/60 s and scaled by the real step;
/// the lag is then the same at every frame rate.
public struct KalmanScalar: ScalarFilter {
  /// Process noise of 1/60 s and measurement noise, in the square of the unit.
  public var q: Float = 0.005
  public var r: Float = 0.05
  private var x: Float = 0
  private var p: Float = 0
  private var begun = false

  public init() {}
  public mutating func reset() { begun = false }

  public mutating func update(_ value: Float, dt: Float) -> Float {
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
