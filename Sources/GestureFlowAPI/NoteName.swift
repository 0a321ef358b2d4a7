/// A namespace for note names as people write them.
public enum NoteName {
  private static let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]

  /// Returns the MIDI note of a text. It is 60 for `C4`, `c4` and `60`. The result is nil for a text that is not a
  /// note, or a note outside 0...127.
  /// - Parameter text: a letter from A to G, then nothing, `#` or `b`, then an octave from -1 to 9; or a number.
  public static func note(_ text: String) -> Int? {
    if let number = Int(text) { return InstrumentRange.notes.contains(number) ? number : nil }
    guard let first = text.first?.uppercased().first, var semitones = letters[first] else { return nil }
    var rest = text.dropFirst()
    if let sign = rest.first, sign == "#" || sign == "b" {
      semitones += sign == "#" ? 1 : -1
      rest = rest.dropFirst()
    }
    // Accepts only the normal form of an octave: no plus, no leading zeros.
    guard let octave = Int(rest), String(octave) == rest, (-1...9).contains(octave) else { return nil }
    let note = (octave + 1) * 12 + semitones
    return InstrumentRange.notes.contains(note) ? note : nil
  }
}
