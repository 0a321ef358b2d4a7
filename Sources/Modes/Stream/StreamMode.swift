import GestureFlowAPI
import Perception
import Realtime

/// Mode that plays a player or a pipe of another program.
struct StreamMode: PlayMode {
  let id = Mode.stream
  let stream: StreamController
  let controls: ControlLoop

  var source: any PlaySource { stream.source }
  var wanted: PlaySourceID? { stream.chosen }
  func source(_ id: PlaySourceID) -> (any PlaySource)? { stream.source(id) }
  var title: String? { stream.title }

  func status(_ snapshot: HandsPipeline.Snapshot?) -> ModeStatus { ModeStatus(stream: stream.status(at: Clock.seconds)) }

  func goHome() { controls.change { $0.stream.set(pitchCents: 0) } }
}
