/// Quantiles of a duration in milliseconds.
public struct Quantiles: Codable, Sendable, Equatable {
  /// How many were measured.
  public var count: Int
  /// Half of them took no longer.
  public var p50: Double
  /// 95 % of them took no longer.
  public var p95: Double
  /// 99 % of them took no longer.
  public var p99: Double
  /// The longest.
  public var max: Double
  /// Out of its fields, as they are described here.
  public init(count: Int, p50: Double, p95: Double, p99: Double, max: Double) {
    self.count = count
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
    self.max = max
  }
}
