import GestureFlowAPI
import MIDI

/// What survives a power cut.
public struct SavedState: Codable, Sendable, Equatable {
  /// A place in a stick's music.
  public struct Place: Codable, Sendable, Equatable {
    /// UUID of the stick's file system, or a folder's path.
    public var stick: String
    /// The track's path from the stick's root.
    public var track: String
    /// Seconds from the track's start.
    public var position: Double

    /// - Parameters: the stick's identity, the track's path on it, and seconds from the track's start.
    public init(stick: String, track: String, position: Double) {
      self.stick = stick
      self.track = track
      self.position = position
    }
  }

  /// How the stems were played.
  public struct Stems: Codable, Sendable, Equatable {
    /// One channel.
    public struct Channel: Codable, Sendable, Equatable {
      /// 0...1.
      public var volume: Double
      /// -200...200.
      public var pitchCents: Double
      /// A person has muted it.
      public var isMuted: Bool
    }

    /// The set; nil for the first built-in one.
    package var set: StemSetKey?
    /// Four, or none.
    public var channels: [Channel] = []

    /// Nothing was played.
    public init() {}

    /// Reads what is there, as of the state around it.
    public init(from decoder: any Decoder) throws {
      let file = try decoder.container(keyedBy: CodingKeys.self)
      set = try? file.decodeIfPresent(StemSetKey.self, forKey: .set)
      channels = (try? file.decodeIfPresent([Channel].self, forKey: .channels)) ?? []
    }
  }

  /// Of how many other sticks the place is remembered.
  package static let mostPlaces = 8
  /// The largest number of a state: JSON keeps whole numbers up to it, and one more is no trap.
  package static let mostSerial = 1 << 53

  /// What the hands play.
  public var mode = Mode.player
  /// Which features are unlocked.
  public var tier = Policy.firstTier
  /// The stick of the track that was heard; nil for the built-in piece.
  public var stick: String?
  /// The path of that track from its stick's root; nil for the built-in piece.
  public var track: String?
  /// Seconds from the track's start.
  public var position = 0.0
  /// Where the music was on other sticks, the last one first.
  public var elsewhere: [Place] = []
  /// Volume, 0...1.
  public var volume = 0.8
  /// Speed, 0.1...2 times the original.
  public var speed = 1.0
  /// Pitch in cents, -2400...2400.
  public var pitchCents = 0.0
  /// A person had paused.
  public var paused = false
  /// Where mode instrument plays.
  public var output = Output.audio
  /// Set over the configuration by the MODE button's hold; nil as configured.
  public var autoPause: Bool?
  /// How the stems were played.
  public var stems = Stems()
  /// How the instrument was played.
  public var instrument = Instrument()
  /// How someone else's music was played.
  public var stream = Stream()
  /// Which knobs and keys of other people's gear play what.
  public var learned = LearnTable()
  /// How often state was written; tells an older copy from a newer one.
  public var serial = 0

  /// The state of a box that was never on.
  public init() {}

  /// Reads what is there: a key that a file does not have, or whose word this version does not know, has its default. So a new key needs no new version.
  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ otherwise: Value) -> Value {
      (try? file.decodeIfPresent(Value.self, forKey: key)) ?? otherwise
    }
    mode = read(.mode, mode)
    // Before there was the instrument no box had more than free, and none had chosen it.
    if file.contains(.instrument) { tier = read(.tier, tier) }
    stick = read(.stick, stick)
    track = read(.track, track)
    position = read(.position, position)
    elsewhere = read(.elsewhere, elsewhere)
    volume = read(.volume, volume)
    speed = read(.speed, speed)
    pitchCents = read(.pitchCents, pitchCents)
    paused = read(.paused, paused)
    output = read(.output, output)
    autoPause = read(.autoPause, autoPause)
    stems = read(.stems, stems)
    instrument = read(.instrument, instrument)
    stream = read(.stream, stream)
    learned = read(.learned, learned)
    serial = read(.serial, serial)
  }

  /// Begins as configured, and keeps what its owner has set up and not played: licences' tier, what knobs and keys do, and whose music plays.
  func fresh(volume: Double) -> SavedState {
    var s = SavedState()
    s.volume = volume
    (s.tier, s.learned, s.autoPause, s.serial) = (tier, learned, autoPause, serial)
    s.stream.source = stream.source
    return s
  }

  /// With values in their ranges, whatever the file said.
  var inRange: SavedState {
    var s = self
    func clamp(_ x: Double, _ range: ClosedRange<Double>, _ fallback: Double) -> Double {
      x.isFinite ? min(max(x, range.lowerBound), range.upperBound) : fallback
    }
    s.position = clamp(position, 0...1e6, 0)
    s.elsewhere = elsewhere.prefix(Self.mostPlaces).map {
      Place(stick: $0.stick, track: $0.track, position: clamp($0.position, 0...1e6, 0))
    }
    s.volume = clamp(volume, 0...1, 0.8)
    s.speed = clamp(speed, 0.1...2, 1)
    s.pitchCents = clamp(pitchCents, -2400...2400, 0)
    s.stems.channels = stems.channels.prefix(StemControls.channels).map {
      Stems.Channel(volume: clamp($0.volume, 0...1, 0.8), pitchCents: clamp($0.pitchCents, -200...200, 0), isMuted: $0.isMuted)
    }
    s.instrument = instrument.inRange
    s.stream = stream.inRange
    s.serial = min(max(serial, 0), Self.mostSerial)
    return s
  }
}
