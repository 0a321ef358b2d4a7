import Notes

/// A parser of the lines of built-in songs. An error in a text traps: the songs are part of the program, and a
/// test reads all of them.
enum ScoreText {
  /// A note of a line. Times are steps from the line's beginning.
  struct Note: Equatable {
    var start: Int
    var length: Int
    /// MIDI note numbers struck together; empty for a drum.
    var pitches: [Int] = []
    var gain: Float = 1
  }

  /// Returns a MIDI note number.
  /// - Parameter text: such as "Eb4"; 60 is "C4".
  static func pitch(_ text: some StringProtocol) -> Int {
    guard let octave = text.last?.wholeNumberValue, let key = Key(name: String(text.dropLast())) else {
      preconditionFailure("'\(text)' is not a note of a built-in song")
    }
    return 12 * (octave + 1) + Int(key.rawValue)
  }

  /// Parses strokes of a drum. `X` is loud, `x` softer, `o` softest, `.` a rest; `|` and blanks are ignored.
  static func strokes(_ text: String) -> (notes: [Note], steps: Int) {
    let steps = text.filter { $0 != "|" && $0 != " " }
    let gains: [Character: Float] = ["X": 1, "x": 0.6, "o": 0.33]
    return (steps.enumerated().compactMap { at, sign in gains[sign].map { Note(start: at, length: 1, gain: $0) } }, steps.count)
  }

  /// Parses notes given by their place in the current chord. `r` is the root, `f` the fifth and `o` the octave of
  /// the bass. `1`...`9` are the chord's notes from the lowest up, an octave higher beyond the last one, and `c`
  /// is all of them. `-` holds, `.` is silence.
  /// - Parameter chord: returns the chord at a step: the bass's root, then its notes from the lowest up.
  static func figures(_ text: String, steps all: Int, chord: (Int) -> [Int]) -> [Note] {
    let signs = Array(text.filter { $0 != "|" && $0 != " " })
    var notes: [Note] = []
    var at = 0
    while at < all {
      let sign = signs[at % signs.count]
      var end = at + 1
      while end < all, signs[end % signs.count] == "-" { end += 1 }
      let pitches = pitches(sign, chord(at))
      if !pitches.isEmpty { notes.append(Note(start: at, length: end - at, pitches: pitches)) }
      at = end
    }
    return notes
  }

  private static func pitches(_ sign: Character, _ chord: [Int]) -> [Int] {
    switch sign {
    case "r": return [chord[0]]
    case "f": return [chord[0] + 7]
    case "o": return [chord[0] + 12]
    case "c": return Array(chord.dropFirst())
    default:
      guard let place = sign.wholeNumberValue, place > 0 else { return [] }
      let count = chord.count - 1
      return [chord[1 + (place - 1) % count] + 12 * ((place - 1) / count)]
    }
  }

  /// Parses a melody. `D4:2` is a note of two steps, `-:2` a rest; `|` is ignored.
  static func melody(_ text: String) -> [Note] {
    var at = 0
    var notes: [Note] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "|" || $0 == "\n" }) {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let length = Int(parts[1]) else { preconditionFailure("'\(word)' is not a note of a built-in song") }
      if parts[0] != "-" { notes.append(Note(start: at, length: length, pitches: [pitch(parts[0])])) }
      at += length
    }
    return notes
  }
}
