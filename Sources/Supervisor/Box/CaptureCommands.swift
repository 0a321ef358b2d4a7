import GestureFlowAPI
import Sound

extension Box {
  /// Returns the captures of this box.
  /// - Throws: `Problem` if captures cannot be stored.
  package func captures() throws(Problem) -> CaptureController {
    guard let capture else {
      throw .refused(
        settings.freeRunning
          ? "a run without a clock has no captures: use its sink, which writes everything"
          : "a capture has no folder: start the daemon with --state-dir")
    }
    return capture
  }

  /// Carries out a command for captures.
  /// - Returns: what was done.
  /// - Throws: `Problem` with the reason.
  func actOnCapture(_ command: Command) throws(Problem) -> String {
    switch command {
    case .captureStart: try captures().start()
    case .captureStop: try captures().stop()
    case .captureRemove(let name): try captures().remove(name)
    default: throw unhandled(command)
    }
  }
}
