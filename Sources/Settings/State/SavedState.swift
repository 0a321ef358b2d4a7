import GestureFlowAPI
import Licensing
import MIDI

/// State that survives a power cut.
public struct SavedState: Codable, Sendable, Equatable {
  /// A place in the music of a stick.
  public struct Place: Codable, Sendable, Equatable {
    /// UUID of the stick's file system, or a folder's path.
    public var stick: String
    /// Path of the track from the root of the stick.
    public var track: String
    /// Seconds from the start of the track.
    public var position: Double

    /// Makes a place.
    /// - Parameters:
    ///   - stick: identity of the stick.
    ///   - track: path of the track on it.
    ///   - position: seconds from the start of the track.
    public init(stick: String, track: String, position: Double) {
      self.stick = stick
      self.track = track
      self.position = position
    }
  }

  /// Saved values of mode stems.
  public struct Stems: Codable, Sendable, Equatable {
    /// Values of one channel.
    public struct Channel: Codable, Sendable, Equatable {
      /// Volume, 0...1.
      public var volume: Double
      /// Pitch in cents, -200...200.
      public var pitchCents: Double
      /// Whether a person muted it.
      public var isMuted: Bool

      package init(volume: Double, pitchCents: Double, isMuted: Bool) {
        (self.volume, self.pitchCents, self.isMuted) = (volume, pitchCents, isMuted)
      }
    }

    /// Identity of the set; nil for the first built-in one.
    package var set: StemSetKey?
    /// Four channels, or none.
    public var channels: [Channel] = []

    /// Makes empty values.
    public init() {}

    /// Reads the existing keys, like the state around it.
    public init(from decoder: any Decoder) throws {
      let file = try decoder.container(keyedBy: CodingKeys.self)
      set = try? file.decodeIfPresent(StemSetKey.self, forKey: .set)
      channels = (try? file.decodeIfPresent([Channel].self, forKey: .channels)) ?? []
    }
  }

  /// Number of other sticks whose place is kept.
  package static let mostPlaces = 8
  /// Largest seed of a random order. JSON keeps whole numbers up to it.
  package static let mostSeed: UInt64 = 1 << 53
  /// Largest serial of a state. JSON keeps whole numbers up to it, and one more does not overflow.
  package static let mostSerial = 1 << 53

  /// Mode that the hands play.
  public var mode = Mode.player
  /// Tier that is unlocked.
  public var tier = TierLimits.first.tier
  /// Stick of the track that was heard; nil for the built-in piece.
  public var stick: String?
  /// Path of that track from the root of its stick. Nil for the built-in piece.
  public var track: String?
  /// Seconds from the start of the track.
  public var position = 0.0
  /// Places on other sticks, the last one first.
  public var elsewhere: [Place] = []
  /// Seed of the random order of the tracks. Nil for the lists' own order.
  public var shuffleSeed: UInt64?
  /// The rule after a track and after the last track.
  public var repeats = RepeatMode.all
  /// Tracks that wait in the queue, the next one first.
  public var queue: [Place] = []
  /// Volume, 0...1.
  public var volume = 0.8
  /// Speed, 0.1...2 times the original.
  public var speed = 1.0
  /// Pitch in cents, -2400...2400.
  public var pitchCents = 0.0
  /// Whether a person paused.
  public var paused = false
  /// Output of mode instrument.
  public var output = Output.audio
  /// Automatic pause, set by holding the MODE button; nil as configured.
  public var autoPause: Bool?
  /// Saved values of mode stems.
  public var stems = Stems()
  /// Saved values of the instrument.
  public var instrument = Instrument()
  /// Saved values of mode stream.
  public var stream = Stream()
  /// Learned assignments of knobs and keys of other equipment.
  public var learned = LearnTable()
  /// Whether the voice has spoken the tour of the first start.
  public var hasHeardTour = false
  /// Number of writes so far. It separates an older copy from a newer one.
  public var serial = 0

  /// Makes the state of a box that was never on.
  public init() {}

  /// Reads the existing keys. A missing key, or a key with an unknown word, has its default. So a new key does not
  /// need a new version.
  public init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ otherwise: Value) -> Value {
      (try? file.decodeIfPresent(Value.self, forKey: key)) ?? otherwise
    }
    mode = read(.mode, mode)
    // In a file without the key `instrument` no person chose the tier.
    if file.contains(.instrument) { tier = read(.tier, tier) }
    stick = read(.stick, stick)
    track = read(.track, track)
    position = read(.position, position)
    elsewhere = read(.elsewhere, elsewhere)
    shuffleSeed = read(.shuffleSeed, shuffleSeed)
    repeats = read(.repeats, repeats)
    queue = read(.queue, queue)
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
    hasHeardTour = read(.hasHeardTour, hasHeardTour)
    serial = read(.serial, serial)
  }

  /// Returns the configured start state with the owner's settings. These are the tier, the learned assignments, the
  /// automatic pause, the order of the tracks, the source of mode stream, and whether the tour was heard. Values of
  /// playing are dropped.
  package func fresh(volume: Double) -> SavedState {
    var s = SavedState()
    s.volume = volume
    (s.tier, s.learned, s.autoPause, s.serial) = (tier, learned, autoPause, serial)
    (s.shuffleSeed, s.repeats) = (shuffleSeed, repeats)
    s.stream.source = stream.source
    s.hasHeardTour = hasHeardTour
    return s
  }

  /// The state with all values in their ranges.
  package var inRange: SavedState {
    var s = self
    s.position = Self.clamp(position, 0...1e6, 0)
    s.elsewhere = elsewhere.prefix(Self.mostPlaces).map {
      Place(stick: $0.stick, track: $0.track, position: Self.clamp($0.position, 0...1e6, 0))
    }
    s.shuffleSeed = shuffleSeed.map { min($0, Self.mostSeed) }
    s.queue = queue.prefix(QueueLimits.range.upperBound).map { Place(stick: $0.stick, track: $0.track, position: 0) }
    s.volume = Self.clamp(volume, Volume.range, 0.8)
    s.speed = Self.clamp(speed, Speed.range, 1)
    s.pitchCents = Self.clamp(pitchCents, Cents.range, 0)
    s.stems.channels = stems.channels.prefix(StemNumber.range.upperBound).map {
      Stems.Channel(
        volume: Self.clamp($0.volume, Volume.range, 0.8), pitchCents: Self.clamp($0.pitchCents, StemCents.range, 0), isMuted: $0.isMuted)
    }
    s.instrument = instrument.inRange
    s.stream = stream.inRange
    s.serial = min(max(serial, 0), Self.mostSerial)
    return s
  }

  /// Returns the nearest number of a range; `fallback` for infinity and NaN.
  static func clamp(_ x: Double, _ range: ClosedRange<Double>, _ fallback: Double) -> Double {
    x.isFinite ? min(max(x, range.lowerBound), range.upperBound) : fallback
  }
}
