/// Allowed values of the instrument. Every check and every display of such a value uses the ranges and words here.
public enum InstrumentRange {
  /// Names of the scales, those of `Notes.Scale`.
  public static let scales = [
    "major", "naturalMinor", "harmonicMinor", "melodicMinor", "pentatonicMajor", "pentatonicMinor", "blues", "dorian", "phrygian", "lydian",
    "mixolydian", "chromatic",
  ]
  /// Names of the keys: twelve keys, five of them with two names.
  public static let keys = ["C", "C#", "Db", "D", "D#", "Eb", "E", "F", "F#", "Gb", "G", "G#", "Ab", "A", "A#", "Bb", "B"]
  /// Playable MIDI notes.
  public static let notes = 0...127
  /// Smallest range in semitones: an octave. So every scale has a note in the range.
  public static let leastSpan = 12
  /// Amount of an effect.
  public static let amounts = 0.0...1.0

  static let rangeForm =
    "LOW HIGH: two notes such as C3 C5, or as MIDI numbers from 0 to 127 such as 48 72, the high one at least 12 semitones above the low one"
  static let effectForm = "EFFECT AMOUNT: tone, fuzz, delay or reverb, and an amount from 0 to 1"
}

/// Waveform of the synthesizer.
public enum InstrumentWaveform: String, Codable, Sendable, CaseIterable {
  case sine, saw, triangle, square
}

/// An effect applied to the output of the synthesizer.
public enum InstrumentEffect: String, Codable, Sendable, CaseIterable {
  /// Brightness.
  case tone
  /// Distortion.
  case fuzz
  /// Echo.
  case delay
  /// Reverberation.
  case reverb
}

/// Reaction of a sounding source that enters another zone.
public enum InstrumentArticulation: String, Codable, Sendable, CaseIterable {
  /// The sounding note changes to the new note without a new stroke.
  case legato
  /// The new note is struck.
  case retrigger
}
