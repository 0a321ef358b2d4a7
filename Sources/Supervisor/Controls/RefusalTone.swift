/// The low tone, twice, by which a refusal is heard. Pure.
///
/// It is as loud as `sound.tone-volume` says and never louder: the second note begins when the first has died away. It sounds once a second at most, so that a turned knob or a client's mistake in a loop
/// makes no drone; and not while notes of the instrument are held, where a low C would be one more note of the piece. LED, event and notice tell each refusal.
package struct RefusalTone: Sendable {
  /// In Hz: below the boot's tones, and so low that it is no part of most tunes.
  package static let frequency = 130.81
  /// Seconds until one note has died away, and from its beginning to the next one's.
  package static let length = 0.16
  package static let apart = 0.18
  /// Seconds after which it sounds again.
  package static let pause = 1.0
  private var last: Double?

  /// Nothing was refused yet.
  package init() {}

  /// A refusal. - Parameters:
  ///   - level: that is set for tones, 0...1; at 0 they are switched off.
  ///   - overNotes: notes of the instrument are held.
  ///   - now: seconds of `Clock`.
  /// - Returns: the notes to be played; none when nothing shall be heard.
  package mutating func notes(level: Double, overNotes: Bool, at now: Double) -> [BootTone.Note] {
    guard level > 0, !overNotes, last.map({ now - $0 >= Self.pause }) ?? true else { return [] }
    last = now
    return [0, Self.apart].map { BootTone.Note(frequency: Self.frequency, delay: $0, length: Self.length) }
  }
}
