/// The track that is heard now, and where in it.
public struct HeardTrack: Sendable {
  /// Place in the list; -1 if the list does not have it.
  public var track: Int
  /// The track itself.
  public var item: Playlist.Item
  /// Its title tag or name.
  public var title: String
  /// Seconds from the track's start.
  public var position: Double
  /// The track's length in seconds, if it is known.
  public var length: Double?
  /// Seconds of sound that lie ready on the tape.
  public var ahead: Double
  /// Its loudness and the gain with which it plays.
  public var gain = TrackGain.none
}
