import GestureFlowAPI

/// A built-in song as its composer writes it: a sequence of sections. Each section says what every instrument
/// plays.
struct Song: Sendable {
  /// A line of an instrument within a section. Strokes and figures repeat to the section's end, a melody does
  /// not.
  struct Line: Sendable {
    var instrument: Instrument
    var text: String
    /// Gain in dB within the section.
    var gain: Float

    init(_ instrument: Instrument, _ text: String, gain: Float = 0) { (self.instrument, self.text, self.gain) = (instrument, text, gain) }
  }

  /// A part of the song.
  struct Section: Sendable {
    /// Names of chords of equal length, which fill the section.
    var chords: String
    /// Length in bars of the set.
    var bars: Int
    var lines: [Line]

    init(_ chords: String, bars: Int, _ lines: [Line]) { (self.chords, self.bars, self.lines) = (chords, bars, lines) }
  }

  /// Name of the set.
  var name: String
  /// Tempo in thousandths of a quarter note per minute.
  var milliBPM: Int
  var metre = Metre.common
  var key: String
  /// Notes of each chord, by the chord's name. The bass's root comes first, then the notes from the lowest up.
  var chords: [String: String]
  var sections: [Section]
  /// Names of the stems.
  var names: [StemVoice: String]
  /// Gain of each stem in dB, found by measurement. The gains balance the stems and set the whole to -16 LUFS.
  var levels: [StemVoice: Float]

  var bars: Int { sections.reduce(0) { $0 + $1.bars } }
  /// Number of steps per bar; a step is a sixteenth note.
  var stepsPerBar: Int { metre.thirtySeconds / 2 }

  /// Returns the notes of the given stems. Their times are steps from the song's beginning.
  func notes(_ stems: [StemVoice]) -> [SongNote] {
    var all: [SongNote] = []
    var begin = 0
    for section in sections {
      let steps = section.bars * stepsPerBar
      for line in section.lines where stems.contains(line.instrument.stem) {
        let gain = Decibels.factor(line.gain + (levels[line.instrument.stem] ?? 0))
        for (i, note) in notes(of: line, section, steps).enumerated() { line.instrument.add(note, i, at: begin, gain, to: &all) }
      }
      begin += steps
    }
    return all
  }

  private func notes(of line: Line, _ section: Section, _ steps: Int) -> [ScoreText.Note] {
    switch line.instrument.part {
    case .melody: return ScoreText.melody(line.text)
    case .strokes:
      let (notes, length) = ScoreText.strokes(line.text)
      return stride(from: 0, to: steps, by: length).flatMap { start in
        notes.filter { start + $0.start < steps }.map {
          var note = $0
          note.start += start
          return note
        }
      }
    case .figures:
      let voicings = section.chords.split(separator: " ").map { name in
        chords[String(name), default: ""].split(separator: " ").map { ScoreText.pitch($0) }
      }
      return ScoreText.figures(line.text, steps: steps) { voicings[$0 * voicings.count / steps] }
    }
  }
}

/// A note of a song, ready to be rendered and placed.
struct SongNote: Sendable {
  /// Start in steps from the song's beginning, and length in steps.
  var start: Int
  var length: Int
  /// MIDI note numbers struck together; empty for a drum.
  var pitches: [Int]
  var instrument: Instrument
  /// Gains of the left and the right side.
  var gain: SIMD2<Float>
}
