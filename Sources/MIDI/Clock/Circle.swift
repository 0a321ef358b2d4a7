import Glibc

/// Places on a circle, counted in turns.
enum Circle {
  /// - Parameter turn: 0 is to the right, 0.25 above.
  static func point(_ turn: Double) -> (x: Double, y: Double) { (cos(2 * .pi * turn), sin(2 * .pi * turn)) }
  /// -0.5...0.5.
  static func turn(_ x: Double, _ y: Double) -> Double { atan2(y, x) / (2 * .pi) }
  /// Natural logarithm.
  static func log(_ x: Double) -> Double { Glibc.log(x) }
}
