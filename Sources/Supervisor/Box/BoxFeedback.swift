import GestureFlowAPI
import Gestures
import Realtime
import Settings

extension Signals {
  /// Shows and plays feedback for a frame of hands. Called on the thread that reads gestures.
  func feel(_ events: [GestureEvent], _ commands: [GestureCommand]) {
    if let signal = HandFeedback.light(events) { flash(signal) }
    let configuration = config.configuration
    guard configuration.tick != TickSound.off.rawValue else { return }
    let signal = state.withLock { $0.hands.signal(events, commands, at: Clock.seconds) }
    if let signal { play(signal) }
  }
}
