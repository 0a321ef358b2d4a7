/// Kaiser's window, which turns sincs into filters.
/// A larger beta lets less through beside the band, and makes the edge of the band wider.
package enum KaiserWindow {
  /// Returns the value of the window.
  /// - Parameters:
  ///   - u: place in the window, -1...1 from end to end; the value beyond is 0.
  ///   - beta: 8.5 attenuates by 85 dB, 10 by 100 dB.
  package static func value(_ u: Double, beta: Double) -> Double {
    abs(u) >= 1 ? 0 : bessel(beta * (1 - u * u).squareRoot()) / bessel(beta)
  }

  /// Returns the modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, k) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= x * x / (4 * k * k)
      sum += term
      k += 1
    }
    return sum
  }
}
