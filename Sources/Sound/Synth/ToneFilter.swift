import CRealtime

/// The tone knob: a low-pass of one pole for both sides. Fully open it changes nothing.
package struct ToneFilter: BitwiseCopyable {
  /// Cutoff in Hz of the closed knob, and by how many octaves the open one is higher: up to 19.2 kHz.
  private static let closed: Float = 150
  private static let octaves: Float = 7

  private var knob = Glide(1, half: 0.008)
  /// Share of a change that comes through at once; 1 is all.
  private var share: Float = 1
  private var (left, right): (Float, Float) = (0, 0)
  /// How often it was no sound and was reset.
  package private(set) var resets = 0

  package init() {}

  /// - Parameter open: 0 (150 Hz) ... 1 (open); what is no number is ignored.
  @_noLocks package mutating func rtAim(_ open: Float) { knob.rtAim(min(max(open, 0), 1)) }

  /// Forgets what it has heard.
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
        // Without the delay in the loop that a filter's feedback usually has, so that it may be moved at any speed.
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

  /// g / (1 + g) for g = tan(pi f / rate); from 0.9 on it goes over to 1.
  @_noLocks private static func rtShare(_ open: Float) -> Float {
    let z = closed * gf_exp2f(octaves * open) * (Float.pi / Float(SoundFormat.rate))
    // A tangent by its continued fraction: to 1 % up to 19.2 kHz.
    let g = z * (15 - z * z) / (15 - 6 * z * z)
    let share = g / (1 + g)
    return open > 0.9 ? share + (1 - share) * (open - 0.9) * 10 : share
  }
}
