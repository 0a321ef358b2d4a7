/// State of the instrument: settings, sources and sounding notes.
public struct InstrumentStatus: Codable, Sendable, Equatable {
  /// Scale, one of `InstrumentRange.scales`.
  public var scale: String
  /// Key, one of `InstrumentRange.keys`.
  public var key: String
  /// Lowest playable MIDI note.
  public var rangeLow: Int
  /// Highest playable MIDI note.
  public var rangeHigh: Int
  /// Reaction of a sounding source that enters another zone.
  public var articulation: InstrumentArticulation
  /// Whether the roll of a hand bends its note. In the chromatic scale it always does.
  public var bend: Bool
  /// Name of the sound.
  public var sound: String
  /// Names of the available sounds.
  public var sounds: [String] = []
  /// Waveform of the synthesizer.
  public var waveform: InstrumentWaveform
  /// Amount of each effect.
  public var effects: InstrumentEffects
  /// Zones of the notes, lowest first.
  public var zones: [InstrumentZone] = []
  /// Sources that play, in the order in which they appeared.
  public var sources: [InstrumentSource] = []
  /// Number of sounding voices of the synthesizer.
  public var voices: Int = 0
  /// Peak level in dBFS, before the volume of the box. It covers the last moment; -120 or less is silence.
  public var peakDB: Double = -120
  /// Time from frame capture to note start, in ms. The note starts in the audio callback. Nil before the first note.
  public var noteLatencyMs: Quantiles?
  /// Number of resets of the synthesizer or an effect after a NaN.
  public var resets: Int = 0
  /// Names of scales, keys, waveforms and effects that the tier locks.
  public var locked: [String] = []
  /// Creates an instance from its fields.
  public init(
    scale: String, key: String, rangeLow: Int, rangeHigh: Int, articulation: InstrumentArticulation, bend: Bool, sound: String,
    waveform: InstrumentWaveform, effects: InstrumentEffects
  ) {
    self.scale = scale
    self.key = key
    self.rangeLow = rangeLow
    self.rangeHigh = rangeHigh
    self.articulation = articulation
    self.bend = bend
    self.sound = sound
    self.waveform = waveform
    self.effects = effects
  }
}

/// Amount of each effect, 0...1.
public struct InstrumentEffects: Codable, Sendable, Equatable {
  /// Brightness.
  public var tone: Double
  /// Distortion.
  public var fuzz: Double
  /// Echo.
  public var delay: Double
  /// Reverberation.
  public var reverb: Double
  /// Creates an instance from its fields.
  public init(tone: Double, fuzz: Double, delay: Double, reverb: Double) {
    self.tone = tone
    self.fuzz = fuzz
    self.delay = delay
    self.reverb = reverb
  }

  /// Amount of one effect.
  public subscript(_ effect: InstrumentEffect) -> Double {
    get {
      switch effect {
      case .tone: tone
      case .fuzz: fuzz
      case .delay: delay
      case .reverb: reverb
      }
    }
    set {
      switch effect {
      case .tone: tone = newValue
      case .fuzz: fuzz = newValue
      case .delay: delay = newValue
      case .reverb: reverb = newValue
      }
    }
  }
}

/// Zone of one note. It is a band across the whole width of the frame.
public struct InstrumentZone: Codable, Sendable, Equatable {
  /// MIDI note.
  public var note: Int
  /// Name of the note in the key, such as `C4`.
  public var name: String
  /// Whether it is the root of the scale.
  public var isRoot: Bool
  /// Whether it is a perfect fifth above the key.
  public var isFifth: Bool
  /// Upper edge, 0...1 of the frame's height from the top. The hands' points use the same unit.
  public var top: Double
  /// Lower edge, in the same unit. A wrist below the lowest zone or above the highest plays that zone.
  public var bottom: Double
  /// Creates an instance from its fields.
  public init(note: Int, name: String, isRoot: Bool, isFifth: Bool, top: Double, bottom: Double) {
    self.note = note
    self.name = name
    self.isRoot = isRoot
    self.isFifth = isFifth
    self.top = top
    self.bottom = bottom
  }
}

/// A source that plays the instrument, and its note.
public struct InstrumentSource: Codable, Sendable, Equatable {
  /// Identity: `hand 3` has the hand's identity, `touch 0` the touch's slot.
  public var id: String
  /// Horizontal position of the hand's wrist, 0...1 of the frame's width. Nil for a touch.
  public var x: Double?
  /// Vertical position of the wrist, 0...1 of the frame's height. It counts from the top; nil for a touch.
  public var y: Double?
  /// Index of its zone from 0, whether it sounds or not.
  public var zone: Int
  /// MIDI note that it plays; nil while it is silent.
  public var note: Int?
  /// Name of the note in the key; nil while it is silent.
  public var name: String?
  /// Velocity of its current or last stroke, 1...127.
  public var velocity: Int
  /// Expression (strength), 0...1.
  public var expression: Double
  /// Openness of the hand, 0...1.
  public var modulation: Double
  /// Nearness of the hand, 0...1; 0.5 is the distance at first sight.
  public var depth: Double
  /// Pitch bend in cents, -200...200.
  public var bendCents: Double
  /// Creates an instance from its fields.
  public init(
    id: String, x: Double? = nil, y: Double? = nil, zone: Int, note: Int?, name: String?, velocity: Int, expression: Double,
    modulation: Double, depth: Double, bendCents: Double
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.zone = zone
    self.note = note
    self.name = name
    self.velocity = velocity
    self.expression = expression
    self.modulation = modulation
    self.depth = depth
    self.bendCents = bendCents
  }
}
