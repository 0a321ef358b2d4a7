/// The first line of a session, and of each part of it: `{"session": …}`.
/// docs/reference/session.md describes the format.
public struct SessionHeader: Codable, Sendable, Equatable {
  /// The version of the format that this program writes. Files without a header are older than all versions.
  public static let current = 2

  /// Of the format.
  public var version: Int
  /// The same in all parts that one run of the box wrote.
  public var id: String
  /// The program that wrote it.
  public var software: String
  /// The landmark model that saw the hands.
  public var model: String
  /// The mode at the start.
  public var mode: String
  /// How the gestures are read.
  public var gestures: SessionGestures
  /// Seconds from a frame's capture to the loudspeaker, as filters that predict take it.
  public var lookAheadSeconds: Float
  /// Whether a person had paused.
  public var paused: Bool
  /// Whether the music pauses without hands.
  public var autoPause: Bool
  /// Whether the music had paused because no hand was there.
  public var away: Bool?

  /// Creates a header from its fields.
  public init(
    id: String, model: String, mode: String, gestures: SessionGestures, lookAheadSeconds: Float, paused: Bool, autoPause: Bool,
    away: Bool? = nil
  ) {
    version = Self.current
    software = Version.current
    self.id = id
    self.model = model
    self.mode = mode
    self.gestures = gestures
    self.lookAheadSeconds = lookAheadSeconds
    self.paused = paused
    self.autoPause = autoPause
    self.away = away
  }
}

/// How gestures are read, as a session keeps it: the words and numbers of the configuration's section `gestures`.
public struct SessionGestures: Codable, Sendable, Equatable {
  /// both, spread or fader.
  public var pinch: String
  /// The filter that smooths landmarks.
  public var filter: String
  /// Speed snaps to 1 within this share.
  public var speedDetent: Float
  /// Pitch snaps to 0 within so many cents.
  public var pitchDetentCents: Float
  /// A detent lets go at this multiple of its width.
  public var detentLeave: Float
  /// 0...1.
  public var startVolume: Float
  /// The share of full volume that one hand size up is.
  public var stemVolumePerSize: Float
  /// The cents that a roll of one degree is.
  public var stemCentsPerDegree: Float
  /// How long a pose is held to mean a command.
  public var holdSeconds: Double
  /// How the instrument is played at first.
  public var instrument: SessionInstrument
  /// Mode, pose, command.
  public var bindings: [String: [String: String]]
  /// Roles of the hands: both, swapped or one. Nil in files that are older than the setting, as in all fields that
  /// follow; then the former behaviour applies.
  public var hands: String?
  /// auto or full: where the notes of the instrument lie in the picture.
  public var reach: String?
  /// The distance of thumb and index finger at which a pinch takes hold, in hand sizes.
  public var pinchDistance: Float?
  /// How long fingers are held up to select a channel.
  public var selectSeconds: Double?
  /// The theremin's pitch rests on the notes of the scale.
  public var thereminSnaps: Bool?

  /// Out of its fields.
  public init(
    pinch: String, filter: String, speedDetent: Float, pitchDetentCents: Float, detentLeave: Float, startVolume: Float,
    stemVolumePerSize: Float, stemCentsPerDegree: Float, holdSeconds: Double, instrument: SessionInstrument,
    bindings: [String: [String: String]], hands: String? = nil, reach: String? = nil,
    pinchDistance: Float? = nil, selectSeconds: Double? = nil, thereminSnaps: Bool? = nil
  ) {
    self.pinch = pinch
    self.filter = filter
    self.speedDetent = speedDetent
    self.pitchDetentCents = pitchDetentCents
    self.detentLeave = detentLeave
    self.startVolume = startVolume
    self.stemVolumePerSize = stemVolumePerSize
    self.stemCentsPerDegree = stemCentsPerDegree
    self.holdSeconds = holdSeconds
    self.instrument = instrument
    self.bindings = bindings
    self.hands = hands
    self.reach = reach
    self.pinchDistance = pinchDistance
    self.selectSeconds = selectSeconds
    self.thereminSnaps = thereminSnaps
  }
}

/// How the instrument is played, as a session keeps it.
public struct SessionInstrument: Codable, Sendable, Equatable {
  /// One of `InstrumentRange.scales`.
  public var scale: String
  /// Semitones of the key above C, 0...11.
  public var key: Int
  /// The lowest MIDI note.
  public var low: Int
  /// The highest MIDI note.
  public var high: Int
  /// legato or retrigger.
  public var articulation: String
  /// The roll of a hand bends its note.
  public var bends: Bool
  /// How many sources may play at once, 1...4.
  public var sources: Int

  /// Out of its fields.
  public init(scale: String, key: Int, low: Int, high: Int, articulation: String, bends: Bool, sources: Int) {
    self.scale = scale
    self.key = key
    self.low = low
    self.high = high
    self.articulation = articulation
    self.bends = bends
    self.sources = sources
  }
}

/// Changes from outside for the gesture engine, before the next frame: `{"told": …}`. A missing field is unchanged.
public struct SessionTold: Codable, Sendable, Equatable {
  /// Word of a `Mode`, from the next frame on.
  public var mode: String?
  /// Other settings: the reading of gestures begins anew with them.
  public var gestures: SessionGestures?
  /// Seconds from a frame's capture to the loudspeaker.
  public var lookAheadSeconds: Float?
  /// 0.1...2.0 times the original.
  public var speed: Double?
  /// -2400...2400 cents.
  public var pitchCents: Double?
  /// 0...1.
  public var volume: Double?
  /// Stems that can be selected, 0...4.
  public var stemCount: Int?
  /// 0...1, by channel; null is unchanged.
  public var stemVolumes: [Double?]?
  /// -200...200 cents, by channel; null is unchanged.
  public var stemPitchCents: [Double?]?
  /// 1...4, the stem that the hands play; 0 for none.
  public var stem: Int?
  /// -2400...2400 cents, of a stream.
  public var streamPitchCents: Double?
  /// How the instrument is played.
  public var instrument: SessionInstrument?
  /// Whether hands have a meaning.
  public var handsOff: Bool?
  /// The values glide home from the next frame on.
  public var home: Bool?

  /// Nothing was told.
  public init() {}
}

/// A command that did not come from hands: `{"command": …}`. It was carried out before the next frame.
public struct SessionCommand: Codable, Sendable, Equatable {
  /// Seconds since the start of the box.
  public var t: Double
  /// The command.
  public var command: CommandBody

  /// Out of its fields.
  public init(t: Double, command: CommandBody) {
    self.t = t
    self.command = command
  }
}

/// A pause without frames that was long enough to end something: `{"nothing": …}`.
public struct SessionGap: Codable, Sendable {
  /// Seconds of the frames' clock.
  public var time: Double
  /// As in a frame's line.
  public var bits: String?
  /// The events that ended something.
  public var events: [Event]

  /// Out of its fields.
  public init(time: Double, bits: String?, events: [Event]) {
    self.time = time
    self.bits = bits
    self.events = events
  }
}

/// A line that is not a frame's: exactly one of its fields is set.
package struct SessionNote: Codable, Sendable {
  package var session: SessionHeader?
  package var told: SessionTold?
  package var command: SessionCommand?
  package var nothing: SessionGap?
  /// Number of missing lines. They could not be written as fast as they came.
  package var lost: Int?

  package init(
    session: SessionHeader? = nil, told: SessionTold? = nil, command: SessionCommand? = nil, nothing: SessionGap? = nil, lost: Int? = nil
  ) {
    self.session = session
    self.told = told
    self.command = command
    self.nothing = nothing
    self.lost = lost
  }

  /// Whether the object is such a line.
  package var isOne: Bool { session != nil || told != nil || command != nil || nothing != nil || lost != nil }
}
