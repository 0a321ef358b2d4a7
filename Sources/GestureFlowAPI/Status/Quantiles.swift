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
}
