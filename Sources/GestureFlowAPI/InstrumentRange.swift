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
  /// Maximum length of a sound's name in characters.
  public static let longestSoundName = 40

  /// `scales` as the words of a command.
  public enum Scales: WordList {
    /// Of a scale each.
    public static var words: [String] { scales }
  }

  /// `keys` as the words of a command.
  public enum Keys: WordList {
    /// Of a key each.
    public static var words: [String] { keys }
    /// The letter may be small.
    public static func spelled(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
  }
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
