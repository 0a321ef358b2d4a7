/// How bright a voice is: the part of its wave above four times its pitch, louder or softer. It follows the pitch, so that high and low notes change alike.
struct Brightness: BitwiseCopyable {
  /// Overtone from which on it works.
  private static let corner: Float = 4

  private var dark: Float = 0
  private var gain: Float = 1

  init() {}

  /// A new tone, with a gain of its overtones that is there at once.
  @_noLocks mutating func rtBegin(_ gain: Float) {
    dark = 0
    self.gain = gain
  }

  /// Colours the next frames; at a gain of 1 they stay bit for bit what they are.
  /// - Parameters:
  ///   - goal: gain of the overtones, 0...2, reached with the last frame.
  ///   - turn: the pitch over the sample rate.
  @_noLocks mutating func rtShape(_ own: UnsafeMutablePointer<Float>, count: Int, gain goal: Float, pitch turn: Float) {
    if goal == 1, gain == 1 { return }
    // Coming from where nothing is changed: the filter has heard nothing yet.
    if gain == 1 { dark = own[0] }
    let z = min(2 * Float.pi * Self.corner * turn, 2)
    let share = z / (1 + z)
    let slope = (goal - gain) / Float(count)
    for i in 0..<count {
      gain += slope
      dark += (own[i] - dark) * share
      own[i] = dark + (own[i] - dark) * gain
    }
    gain = goal
  }
}
