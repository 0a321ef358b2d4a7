/// The music that comes with the box: the first of the built-in songs, made by code.
///
/// It can be read from any place on and is the same to the sample each time.
public final class BuiltinPiece: TrackSource {
  private static let song = BuiltinSong.evening.song
  private static let grid = BuiltinSong.evening.grid
  /// Frames of the whole piece.
  public static let frames = grid.rtStart(ofBar: Int64(song.bars))

  /// What it is called.
  public let title = "Built-in piece"
  private var position: Int64 = 0
  private let mixer: SongMixer

  /// At its beginning.
  public init() {
    // What comes back with the next four bars is there still.
    mixer = SongMixer(Self.song, Self.grid, kept: 12)
  }

  /// Its length in frames; always known.
  public var length: Int64? { Self.frames }

  /// Goes to a place, in frames of 48 kHz; out of range is the start or the end.
  public func seek(to frame: Int64) { position = min(max(frame, 0), Self.frames) }

  /// Computes interleaved stereo; fewer frames than asked for only at the end.
  public func read(_ output: UnsafeMutablePointer<Float>, count: Int) -> Int {
    let n = Int(min(Int64(count), Self.frames - position))
    guard n > 0 else { return 0 }
    mixer.render(from: position, count: n, to: output)
    position += Int64(n)
    return n
  }
}
