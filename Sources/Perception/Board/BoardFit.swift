import GestureFlowAPI
import HandTracking
import Settings

/// Finds settings that are too much for the board, by the estimate.
package struct BoardFit: Sendable {
  /// Minimum frames per second for playing.
  private static let playable = 15.0
  /// Share of the possible frames that a setting must leave. A setting that leaves less is reported.
  private static let notable = 0.85
  /// End of each remedy.
  private static let again = ", then sudo systemctl restart gestureflow"

  private let board: Board
  private let rate: Double?
  private let model: ModelChoice.Request
  private let hands: Int

  /// - Parameters:
  ///   - rate: `camera.rate`; nil is `auto`.
  ///   - model: `tracker.model`.
  ///   - hands: maximum number of hands followed.
  package init(_ board: Board, rate: Double?, model: ModelChoice.Request, hands: Int) {
    self.board = board
    self.rate = rate
    self.model = model
    self.hands = hands
  }

  /// The settings that are too much, each with its remedy. Empty for a board without an estimate.
  package var misfits: [BoardMisfit] {
    if board.kind == .raspberryPi3 {
      return [
        BoardMisfit(reason: "\(board.name) is too slow: it follows hands late and with gaps", remedy: "use a Raspberry Pi 4 or 5")
      ]
    }
    guard let costs = BoardCosts.of(board.kind) else { return [] }
    func framesPerSecond(_ hands: Int, _ model: ModelSize) -> Double { costs.framesPerSecond(hands, model, megahertz: board.megahertz) }
    let taken = ModelChoice(model, on: board.processor).size
    let usual = ModelChoice(.auto, on: board.processor).size
    var found: [BoardMisfit] = []
    if framesPerSecond(2, taken) < Self.notable * framesPerSecond(2, usual) {
      found.append(
        BoardMisfit(
          reason:
            "tracker.model \(taken.rawValue): this board sees two hands about \(Int(framesPerSecond(2, taken))) times a second, with \(usual.rawValue) about \(Int(framesPerSecond(2, usual))) times",
          remedy: "gfctl config set tracker.model auto" + Self.again))
    }
    let possible = framesPerSecond(min(hands, 2), taken)
    if let rate, rate > possible {
      found.append(
        BoardMisfit(
          reason:
            "camera.rate \(plainNumber(rate)): this board has time for about \(Int(possible)) frames a second, so the tracker skips some",
          remedy: "gfctl config set camera.rate auto" + Self.again))
    }
    let all = framesPerSecond(hands, taken)
    if hands > 2, all < Self.playable {
      found.append(
        BoardMisfit(
          reason: "tracker.hands \(hands): this board sees each of them about \(Int(all)) times a second",
          remedy: "gfctl config set tracker.hands 2" + Self.again))
    }
    return found
  }
}

extension BoardStatus {
  /// Creates the settings that the box chose for its board. It includes those that exceed the board.
  package init(_ settings: RunSettings) {
    let defaults = BoardDefaults(settings.board)
    self.init(
      name: settings.board.name, megahertz: settings.board.megahertz, cameraRate: settings.cameraRate ?? Double(defaults.cameraRate),
      cameraRateReason: settings.cameraRate == nil ? defaults.reason : "configured",
      searches: settings.model == .auto ? defaults.searches : nil,
      misfits: BoardFit(settings.board, rate: settings.cameraRate, model: settings.model, hands: settings.maxHands).misfits)
  }
}
