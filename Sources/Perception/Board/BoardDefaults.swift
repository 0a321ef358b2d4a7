import Camera
import GestureFlowAPI
import Settings

/// The board's defaults for settings that are `auto`.
///
/// They rest on estimates of `make pi-cost` (docs/benchmarks.md), not on measurements on a board.
package struct BoardDefaults: Sendable, Equatable {
  /// Frames per second requested from the camera.
  package let cameraRate: Int
  /// The reason for this rate.
  package let reason: String
  /// Maximum palm searches per second while no hand is tracked. Nil is unlimited.
  package let searches: Double?

  /// Rate in frames per second that most machines can process.
  private static let usualRate = 30
  /// Clock in MHz from which a Pi 4 counts as fast. The two variants have 1.8 and 1.5 GHz.
  private static let fastPi4 = 1700

  package init(_ board: Board) {
    switch board.kind {
    case .raspberryPi4:
      // A board with an unknown clock counts as the slower one.
      let isFast = (board.megahertz ?? 0) >= Self.fastPi4
      let clock = board.megahertz.map { "at \($0) MHz" } ?? "whose clock rate is unknown"
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
      reason = "the usual rate; when it is too much, the tracker processes fewer frames"
    }
  }
}

extension Configuration {
  /// Returns the camera rate: as configured, or the board's default.
  package func rate(on board: Board) -> Double { cameraRate ?? Double(BoardDefaults(board).cameraRate) }

  /// Returns the image format and exposure to request from a camera.
  package func cameraRequest(on board: Board) -> V4L2Camera.Request {
    var request = V4L2Camera.Request()
    request.width = Int(cameraWidth)
    request.height = Int(cameraHeight)
    request.rate = Int(rate(on: board))
    request.exposure = cameraExposure
    return request
  }
}
