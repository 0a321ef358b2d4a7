/// The lowest and highest MIDI note of the instrument. They span an octave or more, so that every scale has a note
/// within them.
public struct NoteSpan: Sendable, Equatable {
  /// The lowest note, 0...127.
  public let low: Int
  /// The highest note, 0...127.
  public let high: Int

  /// Checks two notes.
  /// - Returns: nil for notes out of range, or for less than an octave.
  public init?(low: Int, high: Int) {
    let notes = InstrumentRange.notes
    guard notes.contains(low), notes.contains(high), high - low >= InstrumentRange.leastSpan else { return nil }
    self.low = low
    self.high = high
  }

  /// Reads two names or numbers of notes.
  /// - Returns: nil for anything else.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let low = NoteName.note(String(words[0])), let high = NoteName.note(String(words[1])) else { return nil }
    self.init(low: low, high: high)
  }
}
