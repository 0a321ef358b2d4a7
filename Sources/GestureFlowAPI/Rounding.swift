import Foundation

extension Double {
  /// Returns the number rounded to a number of decimal digits. Status, events and files use it. NaN, infinities and
  /// numbers too large to have such digits stay unchanged.
  public func rounded(digits: Int) -> Double {
    let scale = pow(10, Double(digits))
    let scaled = self * scale
    return scaled.isFinite && abs(scaled) < 9e15 ? scaled.rounded() / scale : self
  }
}
