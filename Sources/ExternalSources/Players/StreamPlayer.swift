/// A player of another program, as last reported.
public struct StreamPlayer: Sendable, Equatable {
  /// Playback state.
  public enum Playback: String, Sendable {
    case playing, paused, stopped
  }

  /// Name on its bus during its life, such as `mpv` or `vlc.instance123`. It is the bus name without
  /// `org.mpris.MediaPlayer2.`.
  public var id: String
  /// Its display name, cleaned.
  public var name: String
  /// Playback state.
  public var playback = Playback.stopped
  /// Its reported abilities.
  public var can: StreamAbilities = []
  /// Volume, 0...1; nil when unknown.
  public var volume: Double?
  /// Title of the track, cleaned; nil when unknown.
  public var title: String?
  /// Artist of the track, cleaned.
  public var artist: String?
  /// Album of the track, cleaned.
  public var album: String?
  /// Seconds from the track's start, at `heardAt`.
  public var position: Double?
  /// Speed of the position while it plays; usually 1.
  public var rate = 1.0
  /// Length of the track in seconds.
  public var length: Double?
  /// Seconds of `Clock` of its last report.
  public var heardAt = 0.0
  /// Whether it has not answered for more than two seconds.
  public var isMute = false

  /// Creates a player without data.
  /// - Parameters: its name on the bus, and its display name.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Returns the position in the track at a time of `Clock`. While the track plays, the position advances from the
  /// reported one. In seconds; nil when unknown.
  public func position(at now: Double) -> Double? {
    guard playback == .playing, let position else { return position }
    return min(position + max(now - heardAt, 0) * rate, max(length ?? .infinity, position))
  }
}

/// Orders that a source of music supports.
public struct StreamAbilities: OptionSet, Sendable, Hashable {
  /// One bit for each ability.
  public let rawValue: Int
  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Resumes after a pause.
  public static let play = Self(rawValue: 1)
  /// Pauses.
  public static let pause = Self(rawValue: 2)
  /// Changes to the next track.
  public static let next = Self(rawValue: 4)
  /// Changes to the previous track.
  public static let previous = Self(rawValue: 8)
  /// Seeks to a position in the track.
  public static let seek = Self(rawValue: 16)
  /// Changes the volume.
  public static let volume = Self(rawValue: 32)
  /// Changes the pitch at the same speed.
  public static let pitch = Self(rawValue: 64)
  /// Changes the speed at the same pitch.
  public static let speed = Self(rawValue: 128)
  /// Repeats a part.
  public static let loop = Self(rawValue: 256)
}
