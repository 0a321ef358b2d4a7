import GestureFlowAPI

/// What the box takes by itself where its owner says `auto`, by its board.
///
/// The figures behind it are estimates of `make pi-cost` (docs/benchmarks.md), and no measurements on a board.
package struct BoardDefaults: Sendable, Equatable {
  /// Pictures a second that are asked of the camera.
  package let cameraRate: Int
  /// Why so many.
  package let reason: String
  /// Palm searches a second at most while no hand is tracked; nil: as many as are wanted.
  package let searches: Double?

  /// What most machines can do.
  private static let usualRate = 30
  /// From this clock on a Pi 4 is the faster one: 1.8 GHz, for 1.5.
  private static let fastPi4 = 1700

  package init(_ board: Board) {
    switch board.kind {
    case .raspberryPi4:
      // A board that does not tell its clock is taken for the slower one.
      let isFast = (board.megahertz ?? 0) >= Self.fastPi4
      let clock = board.megahertz.map { "at \($0) MHz" } ?? "whose clock is not told"
      (cameraRate, searches) = isFast ? (20, 5) : (15, 4)
      reason = "a Pi 4 \(clock) has time for \(cameraRate) with a hand on each of two cores"
    case .raspberryPi3:
      (cameraRate, searches) = (15, 2)
      reason = "this board is too slow for more"
    case .raspberryPi5:
      (cameraRate, searches) = (Self.usualRate, nil)
      reason = "a Pi 5 has time for two hands in each of them"
    case .otherARM, .x86, .unknown:
      (cameraRate, searches) = (Self.usualRate, nil)
      reason = "the usual rate; when it is too much, fewer pictures are looked at"
    }
  }
}

extension Configuration {
  /// Pictures a second that are asked of the camera: as configured, or as suits the board.
  package func rate(on board: Board) -> Double { cameraRate ?? Double(BoardDefaults(board).cameraRate) }
}
