import CRealtime

/// A histogram of durations that one real-time thread fills and any thread reads: fixed memory, no lock, an error of at most 1.6 %.
///
/// Unchecked: its cells are raw memory that is only touched atomically.
///
/// 64 steps for each doubling from 1 µs to about 1,000 s (the layout of HDR histograms: Tene, hdrhistogram.org).
public struct Durations: ~Copyable, @unchecked Sendable {
  // Order: relaxed, because they are published by the count of all, which is raised with release behind them.
  @usableFromInline let cells: UnsafeMutablePointer<gf_atomic_i64>
  /// `[0]` is the longest so far, `[1]` how many were counted.
  // Order: `[1]` is raised last, with release, and read first, with acquire: the cells then hold at least as many as it says, so that each quantile is found, and the longest is none shorter than
  // what was counted. `[0]` itself is relaxed for the same reason as the cells; one thread alone writes it.
  @usableFromInline let extremes: UnsafeMutablePointer<gf_atomic_i64>

  /// Nothing counted yet.
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

  /// Cells for each doubling, and how many doublings there are.
  @inlinable static var steps: Int64 { 64 }
  @inlinable static var octaves: Int64 { 30 }

  /// Counts a duration in nanoseconds.
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

  /// What was counted so far.
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
    /// How many durations were counted.
    public var count: Int
    /// Milliseconds that half of them stay within.
    public var p50: Double
    /// Milliseconds that 95 % of them stay within.
    public var p95: Double
    /// Milliseconds that 99 % of them stay within.
    public var p99: Double
    /// Milliseconds that 99.9 % of them stay within.
    public var p999: Double
    /// The longest of all, in milliseconds.
    public var max: Double
  }
}
