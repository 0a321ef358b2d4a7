/// What plays.
public struct TrackStatus: Codable, Sendable {
  /// Place in the list; -1 if the list does not have it any more.
  public var index: Int
  /// Tracks in the list.
  public var count: Int = 1
  /// Its tag, or the name of its file; of a part of a file, its title in the cue sheet.
  public var title: String
  /// The artist, as the file's tags or its cue sheet have it; nil without one, and for what is not the library's.
  public var artist: String?
  /// The album, as the file's tags or its cue sheet have it; nil likewise.
  public var album: String?
  /// The file, for a part of it with the part's name behind (`album.flac/track003`); nil for the built-in piece.
  public var path: String?
  /// Folder or playlist.
  public var list: String?
  /// Place in the track, from its beginning.
  public var positionSeconds: Double
  /// Length of the track; nil if the file does not say.
  public var lengthSeconds: Double?
  /// Decoded sound ahead of the position.
  public var bufferedSeconds: Double
  /// Integrated loudness by which its gain was chosen, in LUFS; nil where it is not known yet, and with `player.loudness` off.
  public var loudnessLUFS: Double?
  /// The gain with which it plays; nil likewise.
  public var gainDB: Double?
  /// Out of its fields, as they are described here.
  public init(index: Int, title: String, positionSeconds: Double, lengthSeconds: Double?, bufferedSeconds: Double) {
    self.index = index
    self.title = title
    self.positionSeconds = positionSeconds
    self.lengthSeconds = lengthSeconds
    self.bufferedSeconds = bufferedSeconds
  }
}
