/// The instrument: what it is set to, who plays it, and what sounds.
public struct InstrumentStatus: Codable, Sendable, Equatable {
  /// One of `InstrumentRange.scales`.
  public var scale: String
  /// One of `InstrumentRange.keys`.
  public var key: String
  /// Lowest MIDI note that may be played.
  public var rangeLow: Int
  /// Highest MIDI note that may be played.
  public var rangeHigh: Int
  /// What another zone is to a source that sounds.
  public var articulation: InstrumentArticulation
  /// The roll of a hand bends its note. In the chromatic scale it does so anyway.
  public var bend: Bool
  /// Name of the sound.
  public var sound: String
  /// Names of the sounds that there are.
  public var sounds: [String] = []
  /// Shape of the wave.
  public var waveform: InstrumentWaveform
  /// How much of each effect.
  public var effects: InstrumentEffects
  /// Where the notes lie, lowest first.
  public var zones: [InstrumentZone] = []
  /// Who plays, in the order in which they came.
  public var sources: [InstrumentSource] = []
  /// Voices of the synthesizer that sound.
  public var voices: Int = 0
  /// Peak level of the last moment in dBFS, before the volume of the box; -120 and less is silence.
  public var peakDB: Double = -120
  /// From a frame's capture to its note's begin in the audio callback; nil before the first note.
  public var noteLatencyMs: Quantiles?
  /// How often the synthesizer or an effect began anew because a value in it was no number.
  public var resets: Int = 0
  /// What the tier does not reach: scales, keys, waveforms and effects, by their names.
  public var locked: [String] = []
  /// Out of its fields, as they are described here.
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

/// How much of each effect, 0...1.
public struct InstrumentEffects: Codable, Sendable, Equatable {
  /// Brightness.
  public var tone: Double
  /// Distortion.
  public var fuzz: Double
  /// Echoes.
  public var delay: Double
  /// Room.
  public var reverb: Double
  /// Out of its fields, as they are described here.
  public init(tone: Double, fuzz: Double, delay: Double, reverb: Double) {
    self.tone = tone
    self.fuzz = fuzz
    self.delay = delay
    self.reverb = reverb
  }

  /// How much of one of them.
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

/// Where one note lies in the picture: a band over its whole width.
public struct InstrumentZone: Codable, Sendable, Equatable {
  /// MIDI note.
  public var note: Int
  /// As it is written in the key: `C4`.
  public var name: String
  /// The scale begins with it.
  public var isRoot: Bool
  /// It is a perfect fifth above the key.
  public var isFifth: Bool
  /// Its upper edge, 0...1 of the picture's height from the top, as the hands' points are told.
  public var top: Double
  /// Its lower edge. A wrist below the lowest zone, or above the highest, plays that zone.
  public var bottom: Double
  /// Out of its fields, as they are described here.
  public init(note: Int, name: String, isRoot: Bool, isFifth: Bool, top: Double, bottom: Double) {
    self.note = note
    self.name = name
    self.isRoot = isRoot
    self.isFifth = isFifth
    self.top = top
    self.bottom = bottom
  }
}

/// Who plays the instrument, and what.
public struct InstrumentSource: Codable, Sendable, Equatable {
  /// `hand 3` with the identity of the hand, or `touch 0` with the touch's slot.
  public var id: String
  /// Where the hand's wrist is, 0...1 of the picture's width; nil for a touch.
  public var x: Double?
  /// And of its height, from the top; nil for a touch.
  public var y: Double?
  /// In which of the zones it is, from 0, whether or not it sounds.
  public var zone: Int
  /// MIDI note that it plays; nil while it is silent.
  public var note: Int?
  /// The note as it is written in the key; nil while it is silent.
  public var name: String?
  /// Of its present stroke, or its last one, 1...127.
  public var velocity: Int
  /// How strongly it plays, 0...1.
  public var expression: Double
  /// How far a hand is open, 0...1.
  public var modulation: Double
  /// How near it is, 0...1; 0.5 as at first sight.
  public var depth: Double
  /// How far it bends its note, -200...200 cents.
  public var bendCents: Double
  /// Out of its fields, as they are described here.
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
