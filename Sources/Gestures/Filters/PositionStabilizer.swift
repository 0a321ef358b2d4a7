/// A moving average of a position that rejects glitches, for the instrument.
///
/// Alpha is 0.6 a frame of 1/30 s. A step above 0.15 is rejected, and the fifth such step in a row is accepted.
/// At lower frame rates the filter accepts the first step that comes as late as the fifth at 30 a second, less
/// half a frame. The half frame is for varying frame intervals. At 15 a second it accepts the third.
package struct PositionStabilizer: ScalarFilter {
  /// Weight of a new value in 1/30 s, 0...1.
  var alpha: Float = 0.6
  /// Largest accepted step, in the unit of the value.
  var glitch: Float = 0.15
  /// Number of consecutive large steps after which the last one is accepted.
  var patience = 5
  private var x: Float = 0
  /// Seconds since the first of the consecutive rejected steps.
  private var waited: Float = 0
  private var refused = 0
  private var begun = false

  /// Creates a filter without measurements.
  package init() {}
  package mutating func rescale(by factor: Float) { x *= factor }
  package mutating func reset() { begun = false }

  package mutating func update(_ value: Float, dt: Float) -> Float {
    guard begun else {
      begun = true
      refused = 0
      x = value
      return x
    }
    if abs(value - x) > glitch {
      refused += 1
      waited = refused == 1 ? 0 : waited + max(dt, 0)
      if refused < patience, waited < (Float(patience) - 1.5) / 30 { return x }
      x = value
      refused = 0
      return x
    }
    refused = 0
    // Alpha is the weight for 1/30 s. The rest, 1 - alpha, is raised to the power of dt * 30 (linear between
    // whole frames).
    let frames = min(max(dt, 0) * 30, 4)
    let whole = Int(frames)
    var rest: Float = 1
    for _ in 0..<whole { rest *= 1 - alpha }
    rest *= 1 - alpha * (frames - Float(whole))
    x = value + (x - value) * rest
    return x
  }
}
