import CRealtime

/// The tone knob: a one-pole low-pass for both sides. Fully open it changes nothing.
package struct ToneFilter: BitwiseCopyable {
  /// Cutoff of the closed knob in Hz, and the range in octaves. The open knob reaches 19.2 kHz.
  private static let closed: Float = 150
  private static let octaves: Float = 7

  private var knob = Glide(1, half: 0.008)
  /// Share of a change that passes at once; 1 is all.
  private var share: Float = 1
  private var (left, right): (Float, Float) = (0, 0)
  /// How often invalid values caused a reset.
  package private(set) var resets = 0

  package init() {}

  /// Sets the position of the knob.
  /// - Parameter open: 0 (150 Hz) ... 1 (open); NaN is ignored.
  @_noLocks package mutating func rtAim(_ open: Float) { knob.rtAim(min(max(open, 0), 1)) }

  /// Erases the filter's state.
  @_noLocks package mutating func rtClear() { (left, right) = (0, 0) }

  /// Filters two planes in place.
  @_noLocks @inline(never) package mutating func rtProcess(
    _ planeLeft: UnsafeMutablePointer<Float>, _ planeRight: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      let frames = min(SynthStep.frames, count &- done)
      let goal = Self.rtShare(knob.rtNext())
      let slope = (goal - share) / Float(frames)
      for i in done..<done &+ frames {
        share += slope
        // The feedback has zero delay, so the cutoff may move quickly.
        let (a, b) = ((planeLeft[i] - left) * share, (planeRight[i] - right) * share)
        planeLeft[i] = left + a
        planeRight[i] = right + b
        left += 2 * a
        right += 2 * b
      }
      share = goal
      if !SynthGuard.rtIsSound(planeLeft + done, planeRight + done, frames) {
        (left, right) = (0, 0)
        resets &+= 1
      }
      done &+= frames
    }
    if abs(left) < 1e-20 { left = 0 }
    if abs(right) < 1e-20 { right = 0 }
  }

  /// Returns tan(pi f / rate), by its continued fraction. It is accurate to 1 % up to 19.2 kHz.
  @_noLocks static func rtTangent(_ hz: Float) -> Float {
    let z = hz * (Float.pi / Float(SoundFormat.rate))
    return z * (15 - z * z) / (15 - 6 * z * z)
  }

  /// Returns g / (1 + g). Here g = tan(pi f / rate). From 0.9 on the result moves to 1.
  @_noLocks private static func rtShare(_ open: Float) -> Float {
    let g = rtTangent(closed * gf_exp2f(octaves * open))
    let share = g / (1 + g)
    return open > 0.9 ? share + (1 - share) * (open - 0.9) * 10 : share
  }
}
