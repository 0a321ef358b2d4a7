/// The current track.
public struct TrackStatus: Codable, Sendable {
  /// Index in the list. It is -1 if the track is not in the list any more.
  public var index: Int
  /// Number of tracks in the list.
  public var count: Int = 1
  /// Title from the file's tag, or the name of the file. A part of a file has the title from the cue sheet.
  public var title: String
  /// Artist from the tags or the cue sheet. Nil without one, and for a track from outside the library.
  public var artist: String?
  /// Album from the tags or the cue sheet. Nil in the same cases as `artist`.
  public var album: String?
  /// Path of the file; nil for the built-in piece. A part of a file has its name appended (`album.flac/track003`).
  public var path: String?
  /// Name of the folder or playlist.
  public var list: String?
  /// Position in the track, in seconds from its beginning.
  public var positionSeconds: Double
  /// Length of the track in seconds. Nil if the file does not tell it.
  public var lengthSeconds: Double?
  /// Decoded sound ahead of the position, in seconds.
  public var bufferedSeconds: Double
  /// Integrated loudness from which the gain is computed, in LUFS. Nil while unknown, and with `player.loudness` off.
  public var loudnessLUFS: Double?
  /// Gain of the track in dB. Nil in the same cases as `loudnessLUFS`.
  public var gainDB: Double?
  /// Creates an instance from its fields.
  public init(index: Int, title: String, positionSeconds: Double, lengthSeconds: Double?, bufferedSeconds: Double) {
    self.index = index
    self.title = title
    self.positionSeconds = positionSeconds
    self.lengthSeconds = lengthSeconds
    self.bufferedSeconds = bufferedSeconds
  }
}
