/// Quantiles of a duration in milliseconds.
public struct Quantiles: Codable, Sendable {
  /// How many were measured.
  public var count: Int
  /// A half, 95 %, 99 % and all of them took no longer.
  public var p50, p95, p99, max: Double
  /// Out of its fields, as they are described here.
  public init(count: Int, p50: Double, p95: Double, p99: Double, max: Double) {
    self.count = count
    self.p50 = p50
    self.p95 = p95
    self.p99 = p99
    self.max = max
  }
}
