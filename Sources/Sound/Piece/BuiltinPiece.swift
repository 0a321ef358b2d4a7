import Foundation

/// The music that comes with the box, made by code: drums, bass, chords and a lead, 16 bars at 112 beats a minute (34.3 s), in F minor pentatonic over four chords.
///
/// Every note is a pure function of time, so the piece can be read from any place on and is the same to the sample each time.
public final class BuiltinPiece: TrackSource {
  /// Its tempo.
  public static let beatsPerMinute = 112.0
  /// Its length in bars of four beats.
  public static let bars = 16
  /// Frames of one beat: 25,714.
  static let beat = Int64((60 / beatsPerMinute * Double(SoundFormat.rate)).rounded())
  /// Frames of the whole piece.
  public static let frames = beat * 4 * Int64(bars)

  /// What it is called.
  public let title = "Built-in piece"
  private var position: Int64 = 0
  private let notes: [PieceNote]
  /// Longest note, in frames: how far back a note can begin and still sound.
  private let reach: Int64

  /// At its beginning.
  public init() {
    notes = PieceScore.notes.sorted { $0.start < $1.start }
    reach = notes.map(\.length).max() ?? 0
  }

  /// Its length in frames; always known.
  public var length: Int64? { Self.frames }

  /// Goes to a place, in frames of 48 kHz; out of range is the start or the end.
  public func seek(to frame: Int64) { position = min(max(frame, 0), Self.frames) }

  /// Computes interleaved stereo; fewer frames than asked for only at the end.
  public func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    let n = Int(min(Int64(count), Self.frames - position))
    guard n > 0 else { return 0 }
    for i in 0..<n * 2 { output[i] = 0 }
    let end = position + Int64(n)
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].start < position - reach { low = middle + 1 } else { high = middle }
    }
    var i = low
    while i < notes.count, notes[i].start < end {
      let note = notes[i]
      i += 1
      guard note.start + note.length > position else { continue }
      let from = max(note.start, position)
      let to = min(note.start + note.length, end)
      PieceVoice.add(note, from: from - note.start, count: Int(to - from), to: output + Int(from - position) * 2)
    }
    position = end
    return n
  }
}

/// One note of the piece.
struct PieceNote {
  enum Voice { case kick, snare, hat, bass, chord, lead }
  var voice: Voice
  /// Frames from the start of the piece, and how long it sounds.
  var start: Int64
  var length: Int64
  /// In Hz; drums have none.
  var pitch: Float = 0
  var gain: Float
  /// -1 left ... 1 right.
  var pan: Float = 0
}
