/// Estimate of the jitter: standard deviation of ticks around a steady beat.
///
/// It is computed from the second differences of the ticks' times. For independent errors of deviation s, t[i] - 2
/// t[i - 1] + t[i - 2] has the deviation sqrt(6) s, at any tempo and during any glide. The largest few differences
/// are left out, so that a tempo step or a lost tick does not count as jitter.
struct TickNoise: Sendable {
  /// Number of second differences in the estimate: sixteen quarters. With fewer, the deviation is sometimes too
  /// small, and chance looks like a new tempo.
  private static let most = 384
  /// Smallest jitter in seconds. Stamps are not finer.
  static let least = 20e-6
  /// Correction of the deviation for the discarded part. It holds for a normal distribution without its largest 1/12
  /// amounts.
  private static let correction = 1.228

  private var squares: [Double] = []
  private var next = 0

  init() { squares.reserveCapacity(Self.most) }

  /// Jitter in seconds; `least` before anything is known.
  private(set) var deviation = least

  mutating func begin() {
    squares.removeAll(keepingCapacity: true)
    next = 0
    deviation = Self.least
  }

  /// Takes a second difference.
  /// - Parameter difference: of two neighbouring intervals, in seconds.
  mutating func take(_ difference: Double) {
    let square = difference * difference
    if squares.count < Self.most {
      squares.append(square)
    } else {
      squares[next] = square
      next = (next + 1) % Self.most
    }
    // Sorting is expensive, so update about once a quarter.
    guard squares.count < 32 || next % 32 == 0 else { return }
    let kept = squares.sorted().dropLast((squares.count + 11) / 12)
    guard !kept.isEmpty else { return }
    let mean = kept.reduce(0, +) / Double(kept.count)
    deviation = max(Self.correction * (mean / 6).squareRoot(), Self.least)
  }
}
