import Foundation

/// The stem set that comes with the box, made by code: drums of 2 bars, a sub bass of 8, a voice-like lead of 16 and chords of 8, at 110 beats a minute in C minor.
///
/// Every note is a pure function of the time since its start, and what sounds beyond a channel's end sounds on at its beginning, so that a cycle joins itself without a seam.
public enum BuiltinStems {
  /// Its tempo, in thousandths of a quarter a minute.
  public static let milliBPM = 110_000

  /// The whole set.
  public static var set: StemSet {
    StemSet(
      name: "Built-in stems", milliBPM: milliBPM, key: "C minor",
      channels: StemVoice.allCases.map { StemSet.Channel(name: $0.name, source: .voice($0), bars: $0.bars) })
  }

  /// Computes a channel: interleaved stereo, as long as its bars are on the grid.
  package static func render(_ voice: StemVoice, _ grid: BarGrid) -> [Float] {
    let frames = Int(grid.rtStart(ofBar: Int64(voice.bars)))
    var sound = [Float](repeating: 0, count: 2 * frames)
    sound.withUnsafeMutableBufferPointer { all in
      for note in StemScore.notes(voice) {
        let start = Int(Self.frame(ofSixteenth: note.start, grid))
        let end = Int(Self.frame(ofSixteenth: note.start + note.length, grid)) + note.tail
        var done = 0
        // Going round at the end.
        while done < end - start {
          let at = (start + done) % frames
          let count = min(end - start - done, frames - at)
          note.add(from: done, count: count, of: end - start, to: all.baseAddress! + 2 * at)
          done += count
        }
      }
    }
    return sound
  }

  /// First frame of a sixteenth.
  package static func frame(ofSixteenth sixteenth: Int, _ grid: BarGrid) -> Int64 {
    let quarter = Int64(sixteenth / 4)
    let (start, next) = (grid.rtStart(ofThirtySecond: 8 * quarter), grid.rtStart(ofThirtySecond: 8 * (quarter + 1)))
    return start + (next - start) * Int64(sixteenth % 4) / 4
  }
}
