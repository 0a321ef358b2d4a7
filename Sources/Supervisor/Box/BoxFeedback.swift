import GestureFlowAPI
import Gestures
import Panel
import Realtime

extension Box {
  /// Shows and plays feedback for a frame of hands. Called on the thread that reads gestures.
  func feel(_ events: [GestureEvent], _ commands: [GestureCommand]) {
    if let light = HandFeedback.light(events) { flash(light, on: .hands) }
    let configuration = config.configuration
    guard configuration.tick != HandFeedback.Tick.off.rawValue else { return }
    let level = configuration.toneVolume * HandFeedback.share
    let notes = tones.withLock { $0.hands.notes(events, commands, at: Clock.seconds) }
    if level > 0 { for note in notes { play(note, level: level) } }
  }
}
