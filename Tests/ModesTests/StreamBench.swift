import GestureFlowAPI
import Gestures
import Hands
import Modes
import ModesDoubles
import Sound
import ExternalSources

/// A controller whose sources switch in the test's own time.
final class StreamBench {
  let bus: PlayersDouble
  let inlet = InletDouble()
  let pipes: [PipeDouble]
  let controller: StreamController
  let controls: ControlLoop
  private(set) var events: [StreamController.Event] = []
  private var turn = SourceSwitch<PlaySourceID>()

  init(_ bus: PlayersDouble, pipes: [PipeDouble] = [], mode: Mode = .stream, choice: String? = nil) {
    self.bus = bus
    self.pipes = pipes
    var values = StreamControls.Values()
    values.choice = choice
    controls = ControlLoop(Controls(SoundEngine(), stream: StreamControls(values)))
    controls.set(mode: mode)
    controller = StreamController(StreamDependencies(bus: bus, inlet: inlet, pipes: pipes), controls)
    run(0.2)
  }

  /// Advances the time.
  func run(_ seconds: Double) {
    let end = bus.now + seconds
    while bus.now < end {
      bus.now += 0.01
      let fresh = controller.look(at: bus.now)
      events += fresh
      for case .volume(let volume) in fresh { controls.set(volume: Volume(nearest: volume)) }
      if fresh.contains(.began) { controls.play() }
      let wanted = controls.values.mode == .stream ? controller.chosen : nil
      while let step = turn.next(wanted: wanted, at: bus.now, isSilent: { controller.isSilent($0) }) {
        switch step {
        case .begin(let id): controller.begin(id)
        case .end(let id): controller.end(id, at: bus.now)
        case .cut(let id): controller.cut(id, at: bus.now)
        }
      }
    }
  }

  func takeEvents() -> [StreamController.Event] {
    defer { events = [] }
    return events
  }

  /// Passes a frame of hands, as the pipeline does.
  func hands(_ events: [GestureEvent], _ control: StreamControl = StreamControl()) {
    let frame = ControlFrame(time: bus.now, handsPresent: true, values: .stream(control))
    controls.change { $0.hands(frame, events) }
  }

  /// Makes hands play and leave for a second.
  func leave() { hands([.handsPresent, .gestureHeld(hand: 1, .right, .peace), .handsAbsent]) }

  var status: StreamStatus { controller.status(at: bus.now) }
  func plays(_ id: String) -> Bool { bus.players.first { $0.id == id }?.playback == .playing }
}
