import GestureFlowAPI
import Gestures
import Perception

/// Mode that plays up to four stems of one set.
struct StemsMode: PlayMode {
  let id = Mode.stems
  let controls: ControlLoop
  let stems: StemController
  /// Throws for a channel, from 1, that the tier does not include.
  let checkTier: @Sendable (_ channel: Int) throws(Problem) -> Void

  var source: any PlaySource { StemSource(controls, stems, checkTier: checkTier) }
  var title: String? { stems.title }

  func status(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus {
    ModeStatus(stems: stems.status(progress: Double(snapshot?.control.stems?.selectProgress ?? 0)))
  }

  func checkHome() throws(Problem) {
    guard stems.values.selected != nil else {
      throw .refused("no channel is selected: hold up 1 to 4 fingers, or run gfctl stem NUMBER select")
    }
  }

  func goHome() {
    guard let selected = stems.values.selected else { return }
    controls.change { $0.stems.set(selected, volume: Volume(Double(GestureEngine.homeLevel)), pitchCents: 0) }
    // A set that is loading has no loop yet.
    _ = try? stems.loop(selected, .whole)
  }
}
