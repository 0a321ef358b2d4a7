import CLanes
import CRealtime

/// How one delay line of a reverb damps: a gain, a low and a high shelf, each of first order.
///
/// A shelf's gain in dB at any frequency is almost proportional to its gain where it is flat. So the three gains follow from the three wanted ones by a matrix that is always the same.
struct ReverbShelves: BitwiseCopyable {
  /// tan(pi f / rate) of the corners between the bands, 354 Hz and 2828 Hz.
  private static let corners: (low: Float, high: Float) = (0.0231441, 0.1872642)
  /// Share of each shelf's gain that is there at 1 kHz.
  private static let atMiddle: (low: Float, high: Float) = (0.1108643, 0.1091344)
  /// From what low and high tones shall lose beyond the middle's to the shelves' gains.
  private static let inverse: (Float, Float, Float, Float) = (1.3100476, 0.1765485, 0.1798918, 1.2810356)

  private var (a0, a1, b1): (Float, Float, Float) = (1, 0, 0)
  private var (c0, c1, d1): (Float, Float, Float) = (1, 0, 0)

  init() {}

  /// Damps by 60 dB in so many seconds, at 125 Hz, 1 kHz and 8 kHz. - Parameter frames: length of the line.
  @_noLocks mutating func rtSet(frames: Float, _ low: Float, _ middle: Float, _ high: Float) {
    // In octaves of level: 60 dB are 9.97 of them.
    let unit = -9.965_784 * frames / Float(SoundFormat.rate)
    let (l, m, h) = (unit / low, unit / middle, unit / high)
    var lowGain = Self.inverse.0 * (l - m) + Self.inverse.1 * (h - m)
    var highGain = Self.inverse.2 * (l - m) + Self.inverse.3 * (h - m)
    let gain = m - lowGain * Self.atMiddle.low - highGain * Self.atMiddle.high
    // Nowhere may a line give more than it gets, not even at 0 Hz or half of the rate.
    let limit = unit / 60
    lowGain = min(lowGain, limit - gain)
    highGain = min(highGain, limit - gain)
    let whole = gf_exp2f(gain + lowGain)
    // A low shelf is its gain and a high shelf by as much less.
    let (root, inverse) = (gf_exp2f(-0.5 * lowGain), gf_exp2f(0.5 * lowGain))
    let t = Self.corners.low
    let norm = 1 / (t + inverse)
    (a0, a1, b1) = (whole * (t + root) * norm, whole * (t - root) * norm, (t - inverse) * norm)
    let (rootHigh, inverseHigh) = (gf_exp2f(0.5 * highGain), gf_exp2f(-0.5 * highGain))
    let u = Self.corners.high
    let normHigh = 1 / (u + inverseHigh)
    (c0, c1, d1) = ((u + rootHigh) * normHigh, (u - rootHigh) * normHigh, (u - inverseHigh) * normHigh)
    // Nor between the corners, where two steep shelves that are far apart reach above what either gives where it is flat.
    let share = 0.997 * 0.997 * gf_exp2f(2 * limit) / rtPeak()
    guard share < 1 else { return }
    // The harmonic mean with 1: no more than the root that is meant, and hardly less (0.2 % for the steepest).
    let factor = 2 * share / (1 + share)
    (a0, a1) = (a0 * factor, a1 * factor)
  }

  /// The square of the most that it gives of sixteen tones, from 200 Hz to 6 kHz, three to an octave. Held down to 0.997 of the limit there, it is within the limit at all tones
  /// (computed for three lines and 3375 settings). The square of a section's gain is ((a0 + a1)^2 - 2 a0 a1 q) / ((1 + b1)^2 - 2 b1 q), with q = 1 - cos(2 pi f / rate).
  @_noLocks private func rtPeak() -> Float {
    var most: Float = 0
    var q: Float = 0.000_342_7
    for _ in 0..<16 {
      let above = ((a0 + a1) * (a0 + a1) - 2 * a0 * a1 * q) * ((c0 + c1) * (c0 + c1) - 2 * c0 * c1 * q)
      let below = ((1 + b1) * (1 + b1) - 2 * b1 * q) * ((1 + d1) * (1 + d1) - 2 * d1 * q)
      most = max(most, above / below)
      q *= 1.568_4
    }
    return most
  }

  /// Puts its numbers among those of all lines.
  @_noLocks func rtPut(into all: UnsafeMutablePointer<gf_shelves>, line: Int) { gf_shelves_set(all, Int64(line), a0, a1, b1, c0, c1, d1) }
}
