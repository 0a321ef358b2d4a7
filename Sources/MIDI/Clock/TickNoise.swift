/// How far ticks lie beside a steady beat: their jitter's standard deviation, out of the second differences of their times.
///
/// For independent errors of deviation s, t[i] - 2 t[i - 1] + t[i - 2] has the deviation sqrt(6) s, whatever the tempo is and however it glides. The largest few count for nothing, so that a step of tempo or a lost tick is no jitter.
struct TickNoise: Sendable {
  /// Second differences that count: sixteen quarters. A deviation out of fewer is too small now and then, and then chance looks like a new tempo.
  private static let most = 384
  /// What counts as jitter at least, in seconds: stamps are no finer.
  static let least = 20e-6
  /// Of a normal distribution without its 1/12 largest amounts, the deviation is so much smaller.
  private static let correction = 1.228

  private var squares: [Double] = []
  private var next = 0

  init() { squares.reserveCapacity(Self.most) }

  /// Seconds; `least` before anything is known.
  private(set) var deviation = least

  mutating func begin() {
    squares.removeAll(keepingCapacity: true)
    next = 0
    deviation = Self.least
  }

  /// - Parameter difference: of two neighbouring intervals, in seconds.
  mutating func take(_ difference: Double) {
    let square = difference * difference
    if squares.count < Self.most {
      squares.append(square)
    } else {
      squares[next] = square
      next = (next + 1) % Self.most
    }
    // Once a quarter or so is often enough: sorting is what costs.
    guard squares.count < 32 || next % 32 == 0 else { return }
    let kept = squares.sorted().dropLast((squares.count + 11) / 12)
    guard !kept.isEmpty else { return }
    let mean = kept.reduce(0, +) / Double(kept.count)
    deviation = max(Self.correction * (mean / 6).squareRoot(), Self.least)
  }
}
