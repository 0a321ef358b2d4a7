import GestureFlowAPI
import Perception

/// Plays one continuous tone by the heights of two hands. It uses the instrument's synthesizer and MIDI port.
struct ThereminMode: PlayMode {
  let id = Mode.theremin
  let instrument: InstrumentMode

  var source: any PlaySource { instrument.source }
  var title: String? { instrument.title }
  var sounding: Set<String> { instrument.sounding }

  func status(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { instrument.status(snapshot, isContinuous: true) }

  /// Returns an empty status. The panel does not show notes, and it polls ten times a second.
  func panelStatus(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { ModeStatus() }

  func checkHome() throws(Problem) {
    throw .refused("the theremin has no speed and pitch to reset: choose another mode")
  }

  func goHome() {}
}
