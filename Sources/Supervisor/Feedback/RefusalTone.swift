import Modes

/// The low double tone of a refusal. Pure.
///
/// It is exactly as loud as `sound.tone-volume`, because the second note begins when the first has died away. It is
/// below the other tones, and so low that most tunes do not contain it. It sounds at most once per second, so that a
/// turned knob or a client's error in a loop does not make a drone. It is silent while notes of the instrument are
/// held, where a low C would be one more note of the piece. LED, event and notice report each refusal.
package struct RefusalTone: Sendable {
  /// Least seconds between two refusal tones.
  package static let pause = 1.0
  private var last: Double?

  /// Makes the state before any refusal.
  package init() {}

  /// Returns the notes of a refusal.
  /// - Parameters:
  ///   - level: the set volume of tones, 0...1; 0 switches them off.
  ///   - overNotes: whether notes of the instrument are held.
  ///   - now: seconds of `Clock`.
  /// - Returns: an empty array when the tone must be silent.
  package mutating func notes(level: Double, overNotes: Bool, at now: Double) -> [ToneNote] {
    guard level > 0, !overNotes, last.map({ now - $0 >= Self.pause }) ?? true else { return [] }
    last = now
    return Signal.refused.row.tone
  }
}
