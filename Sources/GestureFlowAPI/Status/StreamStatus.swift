/// State of mode stream: the external source and the controls it supports.
public struct StreamStatus: Codable, Sendable, Equatable {
  /// Playback state of a source.
  public enum Playback: String, Codable, Sendable {
    case playing, paused, stopped
    /// A pipe without a writer.
    case waiting
    /// A pipe whose writer delivers too little sound.
    case starved
  }

  /// How the music of a source arrives. It comes from a player on D-Bus, or as sound through a pipe.
  public enum Kind: String, Codable, Sendable { case player, pipe }

  /// A source that can be chosen.
  public struct Source: Codable, Sendable, Equatable {
    /// Name by which it is chosen.
    public var name: String
    /// How its music arrives.
    public var kind: Kind
    /// Playback state.
    public var playback: Playback
    /// Creates an instance from its fields.
    public init(name: String, kind: Kind, playback: Playback) {
      self.name = name
      self.kind = kind
      self.playback = playback
    }
  }

  /// A request that the source cannot carry out. It is reported for five seconds.
  public struct Refusal: Codable, Sendable, Equatable {
    /// The request: one of the words of `can`.
    public var what: String
    /// The reason, as a sentence.
    public var reason: String
    /// Creates an instance from its fields.
    public init(what: String, reason: String) {
      self.what = what
      self.reason = reason
    }
  }

  /// Name of the chosen source; nil without one.
  public var source: String?
  /// How its music arrives; nil without one.
  public var kind: Kind?
  /// Its playback state; `stopped` without a source.
  public var playback: Playback
  /// Title of the track; nil if the source does not tell it.
  public var title: String?
  /// Artist of the track.
  public var artist: String?
  /// Album of the track.
  public var album: String?
  /// Position in the track in seconds.
  public var positionSeconds: Double?
  /// Length of the track in seconds.
  public var lengthSeconds: Double?
  /// Volume, 0...1; nil if unknown.
  public var volume: Double?
  /// Audible pitch in cents, -2400...2400; 0 if it cannot be changed.
  public var pitchCents: Double
  /// Controls that the source supports. They are some of `play pause next prev seek volume pitch speed loop`.
  public var can: [String]
  /// All sources that can be chosen.
  public var sources: [Source]
  /// Buffered sound in milliseconds; pipes only.
  public var fillMs: Double?
  /// Lead of the writer's clock, in parts per million; pipes only.
  public var driftPPM: Double?
  /// Number of times the writer delivered too little; pipes only.
  public var starvations: Int?
  /// Last request that was rejected within the last five seconds.
  public var refusal: Refusal?
  /// Players that keep sounding although they should be silent. They ignore pause and stop, and their volume cannot
  /// be reduced. Nil if all are silent.
  public var unheeding: [String]?
  /// Name of the source that a person chose, present or not. If nil, the box chooses the source that started last.
  public var choice: String?

  /// Creates an instance from its fields.
  public init(
    source: String? = nil, kind: Kind? = nil, playback: Playback = .stopped, title: String? = nil, artist: String? = nil,
    album: String? = nil, positionSeconds: Double? = nil, lengthSeconds: Double? = nil, volume: Double? = nil, pitchCents: Double = 0,
    can: [String] = [], sources: [Source] = [], fillMs: Double? = nil, driftPPM: Double? = nil, starvations: Int? = nil,
    refusal: Refusal? = nil, unheeding: [String]? = nil, choice: String? = nil
  ) {
    self.source = source
    self.kind = kind
    self.playback = playback
    self.title = title
    self.artist = artist
    self.album = album
    self.positionSeconds = positionSeconds
    self.lengthSeconds = lengthSeconds
    self.volume = volume
    self.pitchCents = pitchCents
    self.can = can
    self.sources = sources
    self.fillMs = fillMs
    self.driftPPM = driftPPM
    self.starvations = starvations
    self.refusal = refusal
    self.unheeding = unheeding
    self.choice = choice
  }
}
