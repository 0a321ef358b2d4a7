import Foundation

/// Which notes the built-in piece has.
enum PieceScore {
  /// MIDI note numbers of the four chords, each four bars' quarter: F minor, D flat, A flat, E flat.
  private static let chords: [[Int]] = [[53, 60, 65, 68], [53, 61, 65, 68], [51, 60, 63, 68], [51, 58, 63, 67]]
  private static let roots = [41, 37, 44, 39]
  /// The lead's line in eighths over four bars; 0 is a rest.
  private static let line: [Int] = [
    77, 0, 80, 0, 82, 80, 77, 0, 73, 0, 77, 80, 0, 77, 75, 0, 72, 0, 75, 0, 80, 0, 75, 72, 70, 0, 75, 0, 79, 77, 75, 0,
  ]

  static let notes: [PieceNote] = {
    var all: [PieceNote] = []
    let beat = BuiltinPiece.beat
    func hz(_ note: Int) -> Float { 440 * pow(2, Float(note - 69) / 12) }
    for bar in 0..<BuiltinPiece.bars {
      let start = Int64(bar) * 4 * beat
      let chord = bar % 4
      // The drums are all there from the second bar on; the lead joins after four bars and rests in bars 9 and 10.
      for step in 0..<4 {
        let at = start + Int64(step) * beat
        all.append(PieceNote(voice: .kick, start: at, length: beat / 2, gain: step == 0 ? 0.5 : 0.42))
        if bar > 0, step % 2 == 1 { all.append(PieceNote(voice: .snare, start: at, length: beat / 2, gain: 0.22, pan: 0.1)) }
        if bar > 0 {
          all.append(PieceNote(voice: .hat, start: at + beat / 2, length: beat / 4, gain: 0.10, pan: -0.35))
          all.append(PieceNote(voice: .hat, start: at + beat / 4 * 3, length: beat / 8, gain: 0.05, pan: 0.35))
        }
      }
      for (eighth, octave) in [(0, 0), (3, 0), (4, 12), (6, 0), (7, 12)] {
        all.append(
          PieceNote(
            voice: .bass, start: start + Int64(eighth) * beat / 2, length: beat / 2 - 900, pitch: hz(roots[chord] + octave), gain: 0.20))
      }
      for (i, note) in chords[chord].enumerated() {
        all.append(
          PieceNote(voice: .chord, start: start, length: beat * 4 + 9600, pitch: hz(note), gain: 0.055, pan: Float(i) * 0.4 - 0.6))
      }
      if bar >= 4, bar != 8, bar != 9 {
        for eighth in 0..<8 {
          let note = line[(bar % 4) * 8 + eighth]
          guard note > 0 else { continue }
          all.append(
            PieceNote(voice: .lead, start: start + Int64(eighth) * beat / 2, length: beat * 3 / 4, pitch: hz(note), gain: 0.11, pan: 0.2))
        }
      }
    }
    // Nothing may sound beyond the end: the piece joins itself without a seam.
    return all.map { note in
      var note = note
      note.length = min(note.length, BuiltinPiece.frames - note.start)
      return note
    }
  }()
}
