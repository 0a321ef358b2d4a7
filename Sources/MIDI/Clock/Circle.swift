import Glibc

/// Circular statistics of angles, counted in turns.
enum Circle {
  /// Returns the circular mean and the circular standard deviation, both in turns.
  /// - Parameter turns: at least one angle.
  /// - Returns: the mean, 0..<1, and the deviation, sqrt(-2 ln R) in radians divided by 2 pi.
  static func mean(_ turns: [Double]) -> (turn: Double, deviation: Double) {
    let x = turns.reduce(0) { $0 + cos(2 * .pi * $1) } / Double(turns.count)
    let y = turns.reduce(0) { $0 + sin(2 * .pi * $1) } / Double(turns.count)
    let turn = atan2(y, x) / (2 * .pi)
    let length = min((x * x + y * y).squareRoot(), 1)
    return (turn < 0 ? turn + 1 : turn, (-2 * log(length)).squareRoot() / (2 * .pi))
  }
}
