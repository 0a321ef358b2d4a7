import Foundation

/// A rendered note or chord with its room, interleaved. It is the same each time, so a song renders a note once
/// and mixes it at every place where it plays.
struct NoteSound {
  /// Properties that notes with the same sound share.
  struct Key: Hashable {
    var instrument: String
    var pitches: [Int]
    /// Frames until the note is released; 0 for a drum.
    var hold: Int
  }

  /// Level below which the end of a note is cut off. It is 72 dB below its peak.
  private static let silence: Float = 0.000_25

  let frames: [SIMD2<Float>]

  /// Renders a note or chord of an instrument.
  /// - Parameter hold: frames until it is released.
  init(_ instrument: Instrument, _ pitches: [Int], hold: Int) {
    var planes = SoundPlanes(frames: Self.reach(of: instrument, notes: pitches.count, hold: hold))
    switch instrument.recipe {
    case .drum(let drum): planes.add(drum.render(), at: 0)
    case .tone(let tone):
      for (i, pitch) in pitches.enumerated() { planes.add(tone.render(pitch: pitch, hold: hold), at: instrument.strum(i)) }
    case .string(let string):
      for (i, pitch) in pitches.enumerated() { planes.add(string.render(pitch: pitch, hold: hold), at: instrument.strum(i)) }
    }
    SongReverb.add(instrument, to: &planes)
    let peak = max(planes.left.lazy.map(abs).max() ?? 0, planes.right.lazy.map(abs).max() ?? 0)
    let last = (0..<planes.frames).last { max(abs(planes.left[$0]), abs(planes.right[$0])) > Self.silence * peak }
    let end = 1 + (last ?? 0)
    var all = (0..<end).map { SIMD2(planes.left[$0], planes.right[$0]) }
    for i in 0..<min(960, end) { all[end - 1 - i] *= Float(i) / 960 }
    frames = all
  }

  /// Returns the frequency of a MIDI note number, in Hz.
  static func hertz(_ pitch: Int) -> Float { 440 * pow(2, Float(pitch - 69) / 12) }

  /// Returns the maximum length of a note or chord in frames. It includes the room.
  /// - Parameter hold: frames until it is released.
  static func reach(of instrument: Instrument, notes: Int, hold: Int) -> Int {
    let own =
      switch instrument.recipe {
      case .drum(let drum): drum.frames
      case .tone(let tone): tone.frames(hold: hold)
      case .string(let string): string.frames(hold: hold)
      }
    // Cut the room's tail, which is far below the note.
    let room = instrument.room > 0 ? Int(0.65 * instrument.roomSeconds * Float(SoundFormat.rate)) : 0
    return own + instrument.strum(max(notes - 1, 0)) + max(room, instrument.reflections > 0 ? 2000 : 0)
  }
}
