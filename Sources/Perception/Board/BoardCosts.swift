import HandTracking
import Settings

/// Estimated cost of work on a board, from `make pi-cost` (docs/benchmarks.md). Each figure is the middle of the
/// estimate. Nothing of it was measured on a board.
struct BoardCosts: Sendable {
  /// Landmark time per hand in ms of one core, by model. Valid at the clock of `megahertz`.
  let look: [ModelSize: Double]
  /// Time per frame in ms besides the landmark model. It covers filters, gestures and the tracker's own work.
  let around: Double
  /// Factor of the landmark time when two cores run at once. They share cache and memory.
  let together: Double
  /// Clock in MHz for which these figures hold.
  let megahertz: Double

  /// Returns the costs of a board; nil without an estimate.
  static func of(_ kind: Board.Kind) -> BoardCosts? {
    switch kind {
    case .raspberryPi4: BoardCosts(look: [.float: 66, .int8: 40, .lite: 39], around: 1, together: 1.1, megahertz: 1800)
    // With 16-bit floats.
    case .raspberryPi5: BoardCosts(look: [.float: 14, .int8: 14.5, .lite: 8], around: 0.5, together: 1.12, megahertz: 2400)
    case .raspberryPi3, .otherARM, .x86, .unknown: nil
    }
  }

  /// Returns the frames per second in which every hand can be tracked. Two cores share the hands.
  func framesPerSecond(_ hands: Int, _ model: ModelSize, megahertz now: Int?) -> Double {
    let slower = now.map { megahertz / Double($0) } ?? 1
    let looks = Double((hands + 1) / 2) * (look[model] ?? 0) * (hands > 1 ? together : 1)
    return 1000 / ((looks + around) * slower)
  }
}
