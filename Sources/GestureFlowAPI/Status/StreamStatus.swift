/// Someone else's music: what plays it, and what can be asked of it.
public struct StreamStatus: Codable, Sendable, Equatable {
  /// What a source does.
  public enum Playback: String, Codable, Sendable {
    case playing, paused, stopped
    /// A pipe into which nobody writes.
    case waiting
    /// A pipe whose writer does not give enough.
    case starved
  }

  /// How a source's music comes: from a player that is asked over a bus, or as sound through a pipe.
  public enum Kind: String, Codable, Sendable { case player, pipe }

  /// One that can be chosen.
  public struct Source: Codable, Sendable, Equatable {
    /// By which it is chosen.
    public var name: String
    /// How its music comes.
    public var kind: Kind
    /// What it does.
    public var playback: Playback
    /// Out of its fields, as they are described here.
    public init(name: String, kind: Kind, playback: Playback) {
      self.name = name
      self.kind = kind
      self.playback = playback
    }
  }

  /// Something that was asked for and cannot be done; told for five seconds.
  public struct Refusal: Codable, Sendable, Equatable {
    /// What was asked for: one of the words of `can`.
    public var what: String
    /// Why not, in a sentence.
    public var reason: String
    /// Out of its fields, as they are described here.
    public init(what: String, reason: String) {
      self.what = what
      self.reason = reason
    }
  }

  /// Name of the chosen source; nil without one.
  public var source: String?
  /// How its music comes; nil without one.
  public var kind: Kind?
  /// What it does; `stopped` without one.
  public var playback: Playback
  /// What it plays; nil where it does not say.
  public var title: String?
  /// Who plays it.
  public var artist: String?
  /// What it is from.
  public var album: String?
  /// Place in the track in seconds.
  public var positionSeconds: Double?
  /// Length of the track in seconds.
  public var lengthSeconds: Double?
  /// Volume, 0...1; nil where it cannot be known.
  public var volume: Double?
  /// Pitch in cents, -2400...2400, as it is heard: 0 where it cannot be changed.
  public var pitchCents: Double
  /// What the source can, of `play pause next prev seek volume pitch speed loop`.
  public var can: [String]
  /// All that can be chosen.
  public var sources: [Source]
  /// Sound kept ahead in milliseconds; pipes only.
  public var fillMs: Double?
  /// How much faster than ours the writer's clock runs, in millionths; pipes only.
  public var driftPPM: Double?
  /// How often the writer gave too little; pipes only.
  public var starvations: Int?
  /// What was refused within the last five seconds.
  public var refusal: Refusal?
  /// Players that sound although they are to rest: they heed neither pause nor stop, and their volume cannot be taken away. Nil where all are silent.
  public var unheeding: [String]?
  /// Name of the source that a person chose, whether it is there or not; nil where the one that begins to play last is chosen.
  public var choice: String?

  /// Out of its fields, as they are described here.
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
