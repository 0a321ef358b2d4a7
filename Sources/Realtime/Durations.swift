import CRealtime
import GestureFlowAPI

/// A histogram of durations with fixed memory and no lock. One real-time thread fills it and any thread reads it. The
/// error is at most 1.6 %.
///
/// Unchecked: its cells are raw memory that is only accessed atomically.
///
/// It has 64 steps for each doubling from 1 µs to about 1,000 s (the layout of HDR histograms: Tene, hdrhistogram.org).
public struct Durations: ~Copyable, @unchecked Sendable {
  // Order: relaxed, because the total count publishes them; it is raised after them with release.
  @usableFromInline let cells: UnsafeMutablePointer<gf_atomic_i64>
  /// `[0]` is the longest so far, `[1]` the total count.
  // Order: `[1]` is raised last, with release, and read first, with acquire. So the cells hold at least as many
  // durations as it counts, and each quantile is found. The longest is at least as long as every counted one.
  // `[0]` itself is relaxed for the same reason as the cells; only one thread writes it.
  @usableFromInline let extremes: UnsafeMutablePointer<gf_atomic_i64>

  /// Creates an empty histogram.
  public init() {
    let count = Int(Self.steps * (Self.octaves + 1))
    cells = .allocate(capacity: count)
    cells.initialize(repeating: gf_atomic_i64(v: 0), count: count)
    extremes = .allocate(capacity: 2)
    extremes.initialize(repeating: gf_atomic_i64(v: 0), count: 2)
  }

  deinit {
    cells.deallocate()
    extremes.deallocate()
  }

  /// Cells for each doubling, and number of doublings.
  @inlinable static var steps: Int64 { 64 }
  @inlinable static var octaves: Int64 { 30 }

  /// Records a duration in nanoseconds.
  @_noLocks @inlinable public borrowing func record(_ nanoseconds: Int64) {
    let units = max(0, nanoseconds) >> 4
    let cell: Int64
    if units < Self.steps {
      cell = units
    } else {
      let octave = Int64(63 - units.leadingZeroBitCount) - 6
      cell = min((octave + 1) * Self.steps + ((units >> octave) & (Self.steps - 1)), Self.steps * (Self.octaves + 1) - 1)
    }
    _ = gf_add(cells + Int(cell), 1)
    if nanoseconds > gf_load_relaxed(extremes) { gf_store_relaxed(extremes, nanoseconds) }
    _ = gf_add_release(extremes + 1, 1)
  }

  /// Returns the figures so far.
  public borrowing func summary() -> Summary {
    let total = gf_load_acquire(extremes + 1)
    func quantile(_ share: Double) -> Double {
      let wanted = Int64((Double(total) * share).rounded(.up))
      var seen: Int64 = 0
      for cell in 0..<Int(Self.steps * (Self.octaves + 1)) {
        seen += gf_load_relaxed(cells + cell)
        if seen >= wanted, seen > 0 { return Double(Self.value(of: Int64(cell))) * 1e-6 }
      }
      return 0
    }
    return Summary(
      count: Int(total), p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), p999: quantile(0.999),
      max: Double(gf_load_relaxed(extremes)) * 1e-6)
  }

  static func value(of cell: Int64) -> Int64 {
    let octave = cell / steps - 1
    if octave < 0 { return cell << 4 }
    return ((steps + cell % steps) << octave) << 4
  }

  /// Quantiles in milliseconds.
  public struct Summary: Sendable, Equatable {
    /// Number of recorded durations.
    public var count: Int
    /// Median in milliseconds.
    public var p50: Double
    /// 95th percentile in milliseconds.
    public var p95: Double
    /// 99th percentile in milliseconds.
    public var p99: Double
    /// 99.9th percentile in milliseconds.
    public var p999: Double
    /// The longest duration, in milliseconds.
    public var max: Double
  }
}

extension Quantiles {
  /// Creates the quantiles of a histogram, in milliseconds with three digits.
  package init(_ durations: borrowing Durations) {
    let s = durations.summary()
    func round(_ x: Double) -> Double { x.rounded(digits: 3) }
    self.init(count: s.count, p50: round(s.p50), p95: round(s.p95), p99: round(s.p99), max: round(s.max))
  }
}
