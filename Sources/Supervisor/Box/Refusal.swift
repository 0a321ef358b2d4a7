import GestureFlowAPI
import Realtime

extension Reporter {
  /// Reports a refusal by event `refused`, notice, LED and tone.
  ///
  /// The low double tone is for the person in front of the box. The caller must make sure that a lasting gesture is
  /// refused once. Any thread may call.
  /// - Parameters:
  ///   - reason: one sentence, with the remedy; may contain text from outside.
  ///   - isHeard: whether the tone sounds, too, unless it would disturb (see `RefusalTone`).
  func refuse(_ reason: String, isHeard: Bool = true) {
    let reason = cleaned(reason, limit: Self.longestReason)
    publish("refused", reason)
    log.notice("refused: \(reason)")
    signals.flash(.refused)
    if isHeard { signals.soundRefusal() }
  }

  /// Longest reason, in characters.
  private static let longestReason = 2000
}

extension Signals {
  /// Plays the refusal tone, unless it would disturb.
  func soundRefusal() {
    let level = config.configuration.toneVolume
    let isOverNotes = isOverNotes
    let notes = state.withLock { $0.refusals.notes(level: level, overNotes: isOverNotes, at: Clock.seconds) }
    for note in notes { play(note, level: level) }
  }
}
