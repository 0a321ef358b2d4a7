/// Kaiser's window, which turns sincs into filters.
/// A larger beta lets less through beside the band, and makes the edge of the band wider.
package struct KaiserWindow {
  private let beta: Double
  /// The Bessel function at the middle of the window.
  private let middle: Double

  /// - Parameter beta: 8.5 attenuates by 85 dB, 10 by 100 dB.
  package init(beta: Double) {
    self.beta = beta
    middle = Self.bessel(beta)
  }

  /// Returns the value of the window.
  /// - Parameter u: place in the window, -1...1 from end to end; the value beyond is 0.
  package func value(_ u: Double) -> Double { abs(u) >= 1 ? 0 : Self.bessel(beta * (1 - u * u).squareRoot()) / middle }

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
