import GestureFlowAPI

/// A song of the box as its composer writes it: sections one after the other, in each of them what every instrument plays.
struct Song: Sendable {
  /// A line of an instrument within a section: strokes and figures are repeated to its end, a melody is not.
  struct Line: Sendable {
    var instrument: Instrument
    var text: String
    /// In dB: how loud the section wants it.
    var gain: Float

    init(_ instrument: Instrument, _ text: String, gain: Float = 0) { (self.instrument, self.text, self.gain) = (instrument, text, gain) }
  }

  /// A part of the song.
  struct Section: Sendable {
    /// Names of chords of equal length, which fill it.
    var chords: String
    /// Its length in bars of the set.
    var bars: Int
    var lines: [Line]

    init(_ chords: String, bars: Int, _ lines: [Line]) { (self.chords, self.bars, self.lines) = (chords, bars, lines) }
  }

  /// What the set is called.
  var name: String
  /// Tempo in thousandths of a quarter a minute.
  var milliBPM: Int
  var metre = Metre.common
  var key: String
  /// Each chord by its name: the bass's root, then its notes from below.
  var chords: [String: String]
  var sections: [Section]
  /// What its stems are called.
  var names: [StemVoice: String]
  /// Gain of each stem in dB, which balances them and makes the whole -16 LUFS; measured.
  var levels: [StemVoice: Float]

  var bars: Int { sections.reduce(0) { $0 + $1.bars } }
  /// A step is a sixteenth.
  var stepsPerBar: Int { metre.thirtySeconds / 2 }

  /// The notes of the stems that are asked for. Their times are steps from the song's beginning.
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
  /// Steps from the song's beginning, and how long it is held.
  var start: Int
  var length: Int
  /// MIDI note numbers that are struck together; none for a drum.
  var pitches: [Int]
  var instrument: Instrument
  /// Gain of the left and the right side.
  var gain: SIMD2<Float>
}
