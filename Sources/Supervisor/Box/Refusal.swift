import GestureFlowAPI
import Realtime

extension Box {
  /// What was asked for is not done. It is told by the event `refused`, a notice and the LED, and by a low double tone to whoever stands before the box. Whoever calls sees to it that a gesture that goes on
  /// is refused once. Callable from any thread.
  /// - Parameters:
  ///   - reason: in a sentence, with the remedy; it may hold text from outside.
  ///   - isHeard: the tone sounds, too, unless it would disturb (see `RefusalTone`).
  package func refuse(_ reason: String, isHeard: Bool = true) {
    let reason = cleaned(reason, limit: Self.longestReason)
    note("refused", reason)
    log.notice("refused: \(reason)")
    flash(.refused, on: .status)
    if isHeard { soundRefusal() }
  }

  /// The tone alone, unless it would disturb.
  func soundRefusal() {
    let level = config.configuration.toneVolume
    let isPlayed = controls.values.channel == .notes && engine.instrument.state.sounding.count > 0
    let notes = refusalTone.withLock { $0.notes(level: level, overNotes: isPlayed, at: Clock.seconds) }
    for note in notes { play(note, level: level) }
  }

  /// Of a reason, in characters.
  private static let longestReason = 2000
}
