import GestureFlowAPI
import Sound

extension Box {
  /// The captures of this box; refused where nothing can be kept.
  package func captures() throws(Problem) -> CaptureStage {
    guard let capture else {
      throw .refused(
        settings.freeRunning
          ? "a run without a clock captures nothing: its sink writes all of it"
          : "there is nowhere to keep a capture: the daemon runs without --state-dir")
    }
    return capture
  }

  func startCapture() throws(Problem) -> String { try captures().start() }

  func stopCapture() throws(Problem) -> String { try captures().stop() }

  func removeCapture(_ name: String) throws(Problem) -> String { try captures().remove(name) }
}
