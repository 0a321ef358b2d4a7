import Foundation

/// Conversion of gains in decibels.
enum Decibels {
  static func factor(_ decibels: Float) -> Float { pow(10, decibels / 20) }
}

/// An instrument of the built-in songs: sound, place and room.
struct Instrument: Sendable {
  /// Notation of the instrument's lines.
  enum Part: Sendable { case strokes, figures, melody }
  /// Method that generates the notes.
  enum Recipe: Sendable {
    case drum(DrumSound)
    case tone(ToneSound)
    case string(StringSound)
  }
  /// A repeat of every note, a number of steps later.
  struct Echo: Sendable {
    var steps: Int
    /// Gain in dB.
    var gain: Float
    /// -1 left ... 1 right.
    var pan: Float
  }

  /// Unique name, by which rendered notes are found again.
  var name: String
  var stem: StemVoice
  var part = Part.figures
  var recipe: Recipe
  /// Gain in dB.
  var gain: Float = 0
  /// Places of successive notes in turn, from -1 (left) to 1 (right).
  var pans: [Float] = [0]
  /// Levels of early reflections and of the room beside the sound. `roomSeconds` is the time until the room has
  /// decayed by 60 dB.
  var reflections: Float = 0
  var room: Float = 0
  var roomSeconds: Float = 1.2
  var echoes: [Echo] = []
  /// Seconds between the notes of a chord.
  var strum = 0.0

  /// Returns the delay of a chord's n-th note in frames.
  func strum(_ n: Int) -> Int { Int(strum * Double(n * SoundFormat.rate)) }

  /// Adds the n-th note of a line, with its echoes.
  /// - Parameters:
  ///   - start: start of the section, in steps.
  ///   - level: level of the stem, as a factor.
  func add(_ note: ScoreText.Note, _ n: Int, at start: Int, _ level: Float, to notes: inout [SongNote]) {
    func add(_ steps: Int, _ decibels: Float, _ pan: Float) {
      // A balance that keeps the power, because the sound itself has width.
      let sides = SIMD2(1 - pan, 1 + pan)
      let gain = note.gain * level * Decibels.factor(self.gain + decibels)
      notes.append(
        SongNote(
          start: start + note.start + steps, length: note.length, pitches: note.pitches, instrument: self,
          gain: gain * sides.squareRoot()))
    }
    add(0, 0, pans[n % pans.count])
    for echo in echoes { add(echo.steps, echo.gain, echo.pan) }
  }
}
