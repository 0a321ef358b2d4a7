import CLanes
import CRealtime

/// The damping of one delay line of a reverb. It has a gain, a low shelf and a high shelf, each shelf of first
/// order.
///
/// A shelf's gain in dB at any frequency is almost proportional to its gain on the flat part. So a constant
/// matrix gives the three gains from the three wanted ones.
struct ReverbShelves: BitwiseCopyable {
  /// tan(pi f / rate) at the corners between the bands. These are 354 Hz and 2828 Hz.
  private static let corners: (low: Float, high: Float) = (0.0231441, 0.1872642)
  /// Share of each shelf's gain that applies at 1 kHz.
  private static let atMiddle: (low: Float, high: Float) = (0.1108643, 0.1091344)
  /// Matrix from the wanted extra loss to the shelves' gains. The extra loss is that of low and high tones beyond
  /// the middle's.
  private static let inverse: (Float, Float, Float, Float) = (1.3100476, 0.1765485, 0.1798918, 1.2810356)

  private var (a0, a1, b1): (Float, Float, Float) = (1, 0, 0)
  private var (c0, c1, d1): (Float, Float, Float) = (1, 0, 0)

  init() {}

  /// Sets the times for a decay of 60 dB. They apply at 125 Hz, 1 kHz and 8 kHz.
  /// - Parameters:
  ///   - frames: length of the line.
  ///   - low, middle, high: the times in seconds.
  @_noLocks mutating func rtSet(frames: Float, _ low: Float, _ middle: Float, _ high: Float) {
    // In octaves of level: 60 dB are 9.97 octaves.
    let unit = -9.965_784 * frames / Float(SoundFormat.rate)
    let (l, m, h) = (unit / low, unit / middle, unit / high)
    var lowGain = Self.inverse.0 * (l - m) + Self.inverse.1 * (h - m)
    var highGain = Self.inverse.2 * (l - m) + Self.inverse.3 * (h - m)
    let gain = m - lowGain * Self.atMiddle.low - highGain * Self.atMiddle.high
    // A line's gain must stay below 1 at all frequencies. This includes 0 Hz and half of the rate.
    let limit = unit / 60
    lowGain = min(lowGain, limit - gain)
    highGain = min(highGain, limit - gain)
    let whole = gf_exp2f(gain + lowGain)
    // A low shelf equals a gain and a high shelf. The high shelf is lower by that gain.
    let (root, inverse) = (gf_exp2f(-0.5 * lowGain), gf_exp2f(0.5 * lowGain))
    let t = Self.corners.low
    let norm = 1 / (t + inverse)
    (a0, a1, b1) = (whole * (t + root) * norm, whole * (t - root) * norm, (t - inverse) * norm)
    let (rootHigh, inverseHigh) = (gf_exp2f(0.5 * highGain), gf_exp2f(-0.5 * highGain))
    let u = Self.corners.high
    let normHigh = 1 / (u + inverseHigh)
    (c0, c1, d1) = ((u + rootHigh) * normHigh, (u - rootHigh) * normHigh, (u - inverseHigh) * normHigh)
    // The same holds between the corners. There, two steep shelves far apart exceed the flat gain of either.
    let share = 0.997 * 0.997 * gf_exp2f(2 * limit) / rtPeak()
    guard share < 1 else { return }
    // The harmonic mean with 1. It does not exceed the exact root and is hardly lower (0.2 % for the steepest).
    let factor = 2 * share / (1 + share)
    (a0, a1) = (a0 * factor, a1 * factor)
  }

  /// Returns the square of the highest gain over sixteen tones. The tones lie between 200 Hz and 6 kHz, three per
  /// octave. If the gain there stays below 0.997 of the limit, it is within the limit at all tones (computed for
  /// three lines and 3375 settings). With q = 1 - cos(2 pi f / rate), the square of a section's gain is ((a0 +
  /// a1)^2 - 2 a0 a1 q) / ((1 + b1)^2 - 2 b1 q).
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

  /// Writes the coefficients of one line into those of all lines.
  @_noLocks func rtPut(into all: UnsafeMutablePointer<gf_shelves>, line: Int) { gf_shelves_set(all, Int64(line), a0, a1, b1, c0, c1, d1) }
}
