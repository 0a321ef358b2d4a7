/// Rule of mode player after a track, and after the last one.
public enum RepeatMode: String, Codable, Sendable, CaseIterable {
  /// Pauses after the last track.
  case off
  /// Plays the same track again.
  case track
  /// Begins with the first track again.
  case all
}

/// Order of the tracks in mode player.
public struct PlayerStatus: Codable, Sendable, Equatable {
  /// Whether the tracks play in random order.
  public var shuffle: Bool
  /// The rule after a track and after the last one. It is off, track or all.
  public var repeats: RepeatMode
  /// Number of tracks that wait in the queue.
  public var queued: Int

  /// Creates an instance from its fields.
  public init(shuffle: Bool = false, repeats: RepeatMode = .all, queued: Int = 0) {
    (self.shuffle, self.repeats, self.queued) = (shuffle, repeats, queued)
  }
}

/// A track that waits in the queue.
public struct QueuedTrack: Codable, Sendable, Equatable {
  /// Place in the queue, from 1.
  public var number: Int
  /// Title from the tags, or the name of the file.
  public var title: String
  /// Artist from the tags; nil without one.
  public var artist: String?
  /// Path of the file. For a missing track it is the path on its stick.
  public var path: String
  /// Whether its stick is not there now. The track is then passed over, and waits for its stick.
  public var missing: Bool

  /// Creates an instance from its fields.
  public init(number: Int, title: String, artist: String? = nil, path: String, missing: Bool = false) {
    (self.number, self.title, self.artist, self.path, self.missing) = (number, title, artist, path, missing)
  }
}

/// A stored scene.
public struct SceneEntry: Codable, Sendable, Equatable {
  /// Its number, 1...4.
  public var number: Int
  /// Its mode.
  public var mode: Mode
  /// Title of its track, set or sound; nil without one.
  public var title: String?

  /// Creates an instance from its fields.
  public init(number: Int, mode: Mode, title: String? = nil) {
    (self.number, self.mode, self.title) = (number, mode, title)
  }
}
