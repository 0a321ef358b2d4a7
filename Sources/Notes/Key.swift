/// The first note of a scale. The raw value is the number of semitones above C, 0...11.
public enum Key: Int, Sendable, CaseIterable, BitwiseCopyable {
  case c, dFlat, d, eFlat, e, f, gFlat, g, aFlat, a, bFlat, b

  private static let flats = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
  private static let sharps = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  /// The name: "C", "Db", ... "B".
  public var name: String { Self.flats[rawValue] }

  /// Creates a key from its name.
  /// - Parameter name: a letter, then nothing, "b" or "#", in upper or lower case; nil for anything else.
  public init?(name: String) {
    guard let letter = name.first, let rest = Optional(name.dropFirst()), rest.isEmpty || rest == "b" || rest == "#" else { return nil }
    let spelled = letter.uppercased() + rest
    guard let semitones = Self.flats.firstIndex(of: spelled) ?? Self.sharps.firstIndex(of: spelled) else { return nil }
    self.init(rawValue: semitones)
  }

  /// Returns a note's name and octave, spelled for this key. 60 is "C4"; 70 is "Bb4" in F and "A#4" in G.
  /// - Parameter note: MIDI note, 0...127.
  public func spelling(of note: UInt8) -> String {
    let names = [.g, .d, .a, .e, .b].contains(self) ? Self.sharps : Self.flats
    return names[Int(note) % 12] + String(Int(note) / 12 - 1)
  }
}
