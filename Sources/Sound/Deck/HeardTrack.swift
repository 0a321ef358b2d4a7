/// The track that is heard now, and the position in it.
public struct HeardTrack: Sendable {
  /// Place in the list; -1 if the list does not have it.
  public var track: Int
  /// The track as an item of the list.
  public var item: Playlist.Item
  /// Its title tag or name.
  public var title: String
  /// Seconds from the track's start.
  public var position: Double
  /// Length of the track in seconds; nil if unknown.
  public var length: Double?
  /// Seconds of sound that are ready on the tape.
  public var ahead: Double
  /// Its loudness, and the gain with which it plays.
  public var gain = TrackGain.none
}
