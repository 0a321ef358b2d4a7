/// Another program that plays, as it was heard of last.
public struct StreamPlayer: Sendable, Equatable {
  /// What it does.
  public enum Playback: String, Sendable {
    case playing, paused, stopped
  }

  /// What it is known by on its bus while it lives, such as `mpv` or `vlc.instance123`: its bus name without `org.mpris.MediaPlayer2.`.
  public var id: String
  /// Its own name for people, clean.
  public var name: String
  /// What it does.
  public var playback = Playback.stopped
  /// What it says that it can.
  public var can: StreamAbilities = []
  /// 0...1; nil where it does not say.
  public var volume: Double?
  /// What it plays, clean; nil where it does not say.
  public var title: String?
  /// Who plays it, clean.
  public var artist: String?
  /// What it is from, clean.
  public var album: String?
  /// Seconds from the track's start, at `heardAt`.
  public var position: Double?
  /// How fast the position grows while it plays; 1 as a rule.
  public var rate = 1.0
  /// The track's length in seconds.
  public var length: Double?
  /// Seconds of `Clock` at which it was heard of last.
  public var heardAt = 0.0
  /// It has not answered for more than two seconds.
  public var isMute = false

  /// A player that nothing is known of. - Parameters: what it is known by on its bus, and its name for people.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Where it is at a moment of `Clock`, in seconds of the track: while it plays, that much further than it said. Nil where it does not say.
  public func position(at now: Double) -> Double? {
    guard playback == .playing, let position else { return position }
    return min(position + max(now - heardAt, 0) * rate, max(length ?? .infinity, position))
  }
}

/// What can be asked of a source of music.
public struct StreamAbilities: OptionSet, Sendable, Hashable {
  /// A bit for each.
  public let rawValue: Int
  /// Out of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Goes on where it was paused.
  public static let play = Self(rawValue: 1)
  /// Stands still.
  public static let pause = Self(rawValue: 2)
  /// To the next piece.
  public static let next = Self(rawValue: 4)
  /// To the piece before.
  public static let previous = Self(rawValue: 8)
  /// To a place in the piece.
  public static let seek = Self(rawValue: 16)
  /// Louder and softer.
  public static let volume = Self(rawValue: 32)
  /// Higher and lower, at the same speed.
  public static let pitch = Self(rawValue: 64)
  /// Faster and slower, at the same pitch.
  public static let speed = Self(rawValue: 128)
  /// A part again and again.
  public static let loop = Self(rawValue: 256)
}
