/// What the instrument takes. Everything that checks or shows such a value reads its range or its words here.
public enum InstrumentRange {
  /// The scales, by the names of `Notes.Scale`.
  public static let scales = [
    "major", "naturalMinor", "harmonicMinor", "melodicMinor", "pentatonicMajor", "pentatonicMinor", "blues", "dorian", "phrygian", "lydian",
    "mixolydian", "chromatic",
  ]
  /// The keys: twelve, five of them with two names.
  public static let keys = ["C", "C#", "Db", "D", "D#", "Eb", "E", "F", "F#", "Gb", "G", "G#", "Ab", "A", "A#", "Bb", "B"]
  /// MIDI notes that may be played.
  public static let notes = 0...127
  /// Semitones from the lowest note to the highest, at least: an octave, so that every scale has a note in it.
  public static let leastSpan = 12
  /// How much of an effect.
  public static let amounts = 0.0...1.0

  static let rangeForm =
    "LOW HIGH: two notes such as C3 C5, or as MIDI numbers from 0 to 127 such as 48 72, the high one at least 12 semitones above the low one"
  static let effectForm = "EFFECT AMOUNT: tone, fuzz, delay or reverb, and an amount from 0 to 1"
}

/// Shape of the synthesizer's wave.
public enum InstrumentWaveform: String, Codable, Sendable, CaseIterable {
  case sine, saw, triangle, square
}

/// An effect behind the synthesizer.
public enum InstrumentEffect: String, Codable, Sendable, CaseIterable {
  /// Brightness.
  case tone
  /// Distortion.
  case fuzz
  /// Echoes.
  case delay
  /// Room.
  case reverb
}

/// What another zone is to a source that sounds.
public enum InstrumentArticulation: String, Codable, Sendable, CaseIterable {
  /// The note goes over to the other.
  case legato
  /// The other note is struck.
  case retrigger
}
