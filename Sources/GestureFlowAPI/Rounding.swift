import Foundation

extension Double {
  /// The number with so many digits after the point, as it goes into status, events and files. What is no number, or has no digits to lose, stays.
  public func rounded(digits: Int) -> Double {
    let scale = pow(10, Double(digits))
    let scaled = self * scale
    return scaled.isFinite && abs(scaled) < 9e15 ? scaled.rounded() / scale : self
  }
}
