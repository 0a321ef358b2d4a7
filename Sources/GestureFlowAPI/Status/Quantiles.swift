/// Quantiles of a duration in milliseconds.
public struct Quantiles: Codable, Sendable, Equatable {
  /// Number of measured durations.
  public var count: Int
  /// Median: 50 % of the durations are not longer.
  public var p50: Double
  /// 95 % of the durations are not longer.
  public var p95: Double
  /// 99 % of the durations are not longer.
  public var p99: Double
  /// Longest duration.
  public var max: Double
  /// Creates an instance from its fields.
  public init(count: Int, p50: Double, p95: Double, p99: Double, max: Double) {
    self.count = count
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
    self.max = max
  }

  /// Creates the quantiles of delays, in milliseconds with two digits.
  /// - Parameter seconds: the delays, one at least.
  package init(seconds: [Double]) {
    let sorted = seconds.sorted()
    func quantile(_ share: Double) -> Double {
      (1000 * sorted[Swift.max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]).rounded(digits: 2)
    }
    self.init(count: sorted.count, p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), max: quantile(1))
  }
}
