/// Notes as people write them.
public enum NoteName {
  private static let letters: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]

  /// The MIDI note that is meant: 60 for `C4`, `c4` and `60`; nil for what is no note, or none of 0...127.
  /// - Parameter text: a letter from A to G, then nothing, `#` or `b`, then an octave from -1 to 9; or a number.
  public static func note(_ text: String) -> Int? {
    if let number = Int(text) { return InstrumentRange.notes.contains(number) ? number : nil }
    guard let first = text.first?.uppercased().first, var semitones = letters[first] else { return nil }
    var rest = text.dropFirst()
    if let sign = rest.first, sign == "#" || sign == "b" {
      semitones += sign == "#" ? 1 : -1
      rest = rest.dropFirst()
    }
    // Written as it is read: no plus, no leading noughts.
    guard let octave = Int(rest), String(octave) == rest, (-1...9).contains(octave) else { return nil }
    let note = (octave + 1) * 12 + semitones
    return InstrumentRange.notes.contains(note) ? note : nil
  }
}
