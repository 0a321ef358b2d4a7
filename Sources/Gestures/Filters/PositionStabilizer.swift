/// Steadies a position for the instrument: a moving average that refuses glitches.
///
/// Alpha 0.6 a frame of 1/30 s; a step above 0.15 is refused; the fifth refusal in a row is believed, and where frames are rarer the one that comes as late as the fifth would at 30 a second, less half a frame,
/// for no camera's frames come evenly: at 15 a second the third.
package struct PositionStabilizer: ScalarFilter {
  /// Share of a new value that is taken over in 1/30 s, 0...1.
  var alpha: Float = 0.6
  /// Largest believable step, in the unit of the value.
  var glitch: Float = 0.15
  /// Of this many steps in a row that are too large the last one is believed.
  var patience = 5
  private var x: Float = 0
  /// Seconds since the first of the steps in a row that were refused.
  private var waited: Float = 0
  private var refused = 0
  private var begun = false

  /// A filter that has seen nothing yet.
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
    // alpha is what is taken over in 1/30 s: what remains, 1 - alpha, is raised to the power of dt * 30 (linear between whole frames).
    let frames = min(max(dt, 0) * 30, 4)
    let whole = Int(frames)
    var rest: Float = 1
    for _ in 0..<whole { rest *= 1 - alpha }
    rest *= 1 - alpha * (frames - Float(whole))
    x = value + (x - value) * rest
    return x
  }
}
