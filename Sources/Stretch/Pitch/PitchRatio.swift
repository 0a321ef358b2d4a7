/// Pitch as a ratio of frequencies.
public enum PitchRatio {
  /// Returns 2^(cents / 1200) without the C library.
  /// It is within 2e-13 of the exact value.
  /// - Parameter cents: -2400...2400; other values are clamped, and NaN counts as the lowest.
  @_noLocks public static func rtFrom(cents: Double) -> Double {
    let x = Fixed.rtHeld(cents, -2400, 2400) / 1200
    let whole = rtRounded(x)
    let t = (x - Double(whole)) * 0.693_147_180_559_945_3
    // The exponential series to t^12; |t| is 0.35 at most.
    var y = 1.0
    var k = 12.0
    while k > 0 {
      y = 1 + y * t / k
      k -= 1
    }
    if whole == 0 { return y }
    if whole > 0 { return whole == 1 ? 2 * y : 4 * y }
    return whole == -1 ? y / 2 : y / 4
  }
}
