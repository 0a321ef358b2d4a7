import HandTracking

/// What work costs on a board: the middle of `make pi-cost`'s estimate (docs/benchmarks.md). Nothing of it was measured on a board.
struct BoardCosts: Sendable {
  /// One hand's look in ms of a core, by the landmark model, at the clock of `megahertz`.
  let look: [ModelSize: Double]
  /// Filters, gestures and the tracker's own work on a picture in ms, besides the looks.
  let around: Double
  /// By how much looks take longer when two cores look at once, because they share cache and memory.
  let together: Double
  /// The clock of these figures.
  let megahertz: Double

  /// - Returns: nil for a board of which there is no estimate.
  static func of(_ kind: Board.Kind) -> BoardCosts? {
    switch kind {
    case .raspberryPi4: BoardCosts(look: [.exact: 66, .full: 40, .lite: 39], around: 1, together: 1.1, megahertz: 1800)
    // In 16-bit floats.
    case .raspberryPi5: BoardCosts(look: [.exact: 14, .full: 14.5, .lite: 8], around: 0.5, together: 1.12, megahertz: 2400)
    case .raspberryPi3, .otherARM, .x86, .unknown: nil
    }
  }

  /// Pictures a second of which every hand can be looked at; hands are shared by two cores.
  func pictures(_ hands: Int, _ model: ModelSize, megahertz now: Int?) -> Double {
    let slower = now.map { megahertz / Double($0) } ?? 1
    let looks = Double((hands + 1) / 2) * (look[model] ?? 0) * (hands > 1 ? together : 1)
    return 1000 / ((looks + around) * slower)
  }
}
