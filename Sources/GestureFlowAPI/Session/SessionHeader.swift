/// The first line of a session: `{"session": …}`. Each part of a session that begins anew starts with one, too.
/// docs/reference/session.md describes the format.
public struct SessionHeader: Codable, Sendable, Equatable {
  /// Format version that this program writes. Files without a header are older than all versions.
  public static let current = 2

  /// Version of the format.
  public var version: Int
  /// Identifier of the run; all parts of one run share it.
  public var id: String
  /// Version of the program that wrote it.
  public var software: String
  /// Landmark model that tracked the hands.
  public var model: String
  /// Mode of the hands at the beginning.
  public var mode: String
  /// Settings of gesture reading.
  public var gestures: SessionGestures
  /// Seconds from a frame's capture to the loudspeaker. Filters that predict use them.
  public var lookAheadSeconds: Float
  /// Whether a person had paused.
  public var paused: Bool
  /// Whether the music pauses when no hands are present.
  public var autoPause: Bool
  /// Whether the music had paused because no hands were present.
  public var away: Bool?

  /// Makes a header of the current version from its fields.
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

/// Settings of gesture reading in a session. They are the words and numbers of section `gestures` of the
/// configuration.
public struct SessionGestures: Codable, Sendable, Equatable {
  /// Kind of pinch: both, spread or fader.
  public var pinch: String
  /// The filter that smooths landmarks.
  public var filter: String
  /// Share around 1 within which speed snaps to 1.
  public var speedDetent: Float
  /// Cents within which the pitch snaps to 0.
  public var pitchDetentCents: Float
  /// Multiple of a detent's width at which it releases a value.
  public var detentLeave: Float
  /// Volume at the start, 0...1.
  public var startVolume: Float
  /// Share of full volume for an upward move of one hand size.
  public var stemVolumePerSize: Float
  /// Cents per degree of roll.
  public var stemCentsPerDegree: Float
  /// Seconds for which a pose must be held to give its command.
  public var holdSeconds: Double
  /// First settings of the instrument.
  public var instrument: SessionInstrument
  /// Commands of held poses: mode, then pose, then command.
  public var bindings: [String: [String: String]]
  /// Roles of the hands: both, swapped or one. Files older than the setting lack this field; gestures are then read
  /// as without the setting. The same holds for all fields below.
  public var hands: String?
  /// Area of the instrument's notes in the frame: auto or full.
  public var reach: String?
  /// Distance of thumb and index finger for a pinch, in hand sizes.
  public var pinchDistance: Float?
  /// Seconds for which fingers must be held up to select a channel.
  public var selectSeconds: Double?
  /// Whether the theremin's pitch snaps to the notes of the scale.
  public var thereminSnaps: Bool?

  /// Makes a value from its fields.
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

/// Settings of the instrument in a session.
public struct SessionInstrument: Codable, Sendable, Equatable {
  /// Scale, one of `InstrumentRange.scales`.
  public var scale: String
  /// Key in semitones above C, 0...11.
  public var key: Int
  /// Lowest MIDI note.
  public var low: Int
  /// Highest MIDI note.
  public var high: Int
  /// Articulation: legato or retrigger.
  public var articulation: String
  /// Whether the roll of a hand bends its note.
  public var bends: Bool
  /// Most sources that play at once, 1...4.
  public var sources: Int

  /// Makes a value from its fields.
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

/// Changes sent to gesture reading before the next frame: `{"told": …}`. A missing field is unchanged.
public struct SessionChanges: Codable, Sendable, Equatable {
  /// Word of a `Mode` that applies from the next frame on.
  public var mode: String?
  /// New settings of gesture reading, which begins anew with them.
  public var gestures: SessionGestures?
  /// Seconds from a frame's capture to the loudspeaker.
  public var lookAheadSeconds: Float?
  /// Speed, 0.1...2.0 times the original.
  public var speed: Double?
  /// Pitch, -2400...2400 cents.
  public var pitchCents: Double?
  /// Volume, 0...1.
  public var volume: Double?
  /// Filter of the song, -1...1.
  public var filter: Double?
  /// Number of stems that can be selected, 0...4.
  public var stemCount: Int?
  /// Volumes by channel, 0...1; null is unchanged.
  public var stemVolumes: [Double?]?
  /// Pitches by channel, -200...200 cents; null is unchanged.
  public var stemPitchCents: [Double?]?
  /// Stem that the hands play, 1...4; 0 for none.
  public var stem: Int?
  /// Pitch of a stream, -2400...2400 cents.
  public var streamPitchCents: Double?
  /// Settings of the instrument.
  public var instrument: SessionInstrument?
  /// Whether hands have no effect; false restores it.
  public var handsOff: Bool?
  /// Whether the values glide home from the next frame on.
  public var home: Bool?

  /// Makes an empty change.
  public init() {}
}

/// A command that did not come from hands: `{"command": …}`. The box carried it out before the next frame.
public struct SessionCommand: Codable, Sendable, Equatable {
  /// Seconds since the start of the box.
  public var t: Double
  /// The requested command.
  public var command: CommandBody

  /// Makes a value from its fields.
  public init(t: Double, command: CommandBody) {
    self.t = t
    self.command = command
  }
}

/// A gap without frames that ended something: `{"nothing": …}`.
public struct SessionGap: Codable, Sendable {
  /// Time in seconds of the frames' clock.
  public var time: Double
  /// The same as `bits` in the line of a frame.
  public var bits: String?
  /// Events that report the end.
  public var events: [Event]

  /// Makes a value from its fields.
  public init(time: Double, bits: String?, events: [Event]) {
    self.time = time
    self.bits = bits
    self.events = events
  }
}

/// A line that does not hold a frame. One of its fields is present.
package struct SessionNote: Codable, Sendable {
  package var session: SessionHeader?
  package var told: SessionChanges?
  package var command: SessionCommand?
  package var nothing: SessionGap?
  /// Number of lines missing here. They came faster than they could be written.
  package var lost: Int?

  package init(
    session: SessionHeader? = nil, told: SessionChanges? = nil, command: SessionCommand? = nil, nothing: SessionGap? = nil, lost: Int? = nil
  ) {
    self.session = session
    self.told = told
    self.command = command
    self.nothing = nothing
    self.lost = lost
  }

  /// Whether the object is such a line; false for any other object.
  package var isOne: Bool { session != nil || told != nil || command != nil || nothing != nil || lost != nil }
}
