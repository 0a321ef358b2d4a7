/// The four channels of a built-in set.
public enum StemVoice: String, Sendable, CaseIterable {
  /// Kick, snare, hats and other struck sounds.
  case drums
  /// One note at a time, from 40 Hz.
  case bass
  /// The melody.
  case lead
  /// Held and plucked chords.
  case chords
}
