import Foundation

/// Gains in decibels.
enum Decibels {
  static func factor(_ decibels: Float) -> Float { pow(10, decibels / 20) }
}

/// An instrument of the built-in songs: how its notes are made, where it stands and in what room.
struct Instrument: Sendable {
  /// How its lines are written.
  enum Part: Sendable { case strokes, figures, melody }
  /// How its notes are made.
  enum Recipe: Sendable {
    case drum(DrumSound)
    case tone(ToneSound)
    case string(StringSound)
  }
  /// A repeat of every note, so many steps later.
  struct Echo: Sendable {
    var steps: Int
    /// In dB.
    var gain: Float
    /// -1 left ... 1 right.
    var pan: Float
  }

  /// By which its rendered notes are found again; unique.
  var name: String
  var stem: StemVoice
  var part = Part.figures
  var recipe: Recipe
  /// In dB.
  var gain: Float = 0
  /// Places from -1 (left) to 1 (right), which its notes take in turn.
  var pans: [Float] = [0]
  /// Level of the early reflections, and of the room, beside the sound; seconds until the room has died away by 60 dB.
  var reflections: Float = 0
  var room: Float = 0
  var roomSeconds: Float = 1.2
  var echoes: [Echo] = []
  /// Seconds from one note of a chord to the next.
  var strum = 0.0

  /// Frames by which the n-th note of a chord comes later than the first.
  func strum(_ n: Int) -> Int { Int(strum * Double(n * SoundFormat.rate)) }

  /// Adds the n-th note of one of its lines, with its echoes. - Parameters: - start: of the section, in steps. - level: of the stem, a factor.
  func add(_ note: ScoreText.Note, _ n: Int, at start: Int, _ level: Float, to notes: inout [SongNote]) {
    func add(_ steps: Int, _ decibels: Float, _ pan: Float) {
      // A balance that keeps the power: the sound itself has its width.
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
