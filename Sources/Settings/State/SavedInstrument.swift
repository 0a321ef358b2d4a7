import GestureFlowAPI
import Notes

extension SavedState {
  /// Saved values of the instrument. A nil value was never set; the configuration then applies.
  public struct Instrument: Codable, Sendable, Equatable {
    /// Name of the scale in `Notes.Scale`.
    public var scale: String?
    /// Key: `C`, `Db`, ...
    public var key: String?
    /// Lowest MIDI note.
    public var low: Int?
    /// Highest MIDI note.
    public var high: Int?
    /// Effect of a new zone on a sounding source.
    public var articulation: InstrumentArticulation?
    /// Whether the roll of a hand bends its note.
    public var bend: Bool?
    /// Name of the sound.
    public var sound: String?
    /// Waveform in place of the sound's.
    public var waveform: InstrumentWaveform?
    /// Amounts of effects in place of the sound's, 0...1, by name.
    public var effects: [String: Double]?
    /// Tempo of echoes by beats, in beats a minute, 20...400.
    public var tempo: Double?

    /// Makes empty values.
    public init() {}

    /// Reads the existing keys, like the state around it.
    public init(from decoder: any Decoder) throws {
      let file = try decoder.container(keyedBy: CodingKeys.self)
      func read<Value: Decodable>(_ key: CodingKeys) -> Value? { try? file.decodeIfPresent(Value.self, forKey: key) }
      scale = read(.scale)
      key = read(.key)
      low = read(.low)
      high = read(.high)
      articulation = read(.articulation)
      bend = read(.bend)
      sound = read(.sound)
      waveform = read(.waveform)
      effects = read(.effects)
      tempo = read(.tempo)
    }

    /// The values without those that cannot be played.
    var inRange: Instrument {
      var s = self
      s.scale = scale.flatMap(Scale.init)?.rawValue
      s.key = key.flatMap(Key.init)?.name
      if low.flatMap({ low in high.flatMap { NoteRange(low, $0) } }) == nil { (s.low, s.high) = (nil, nil) }
      s.sound = sound.map { cleaned($0, limit: InstrumentRange.longestSoundName) }.flatMap { $0.isEmpty ? nil : $0 }
      s.effects = effects?.filter { InstrumentEffect(rawValue: $0.key) != nil && EffectAmount($0.value) != nil }
      s.tempo = tempo.flatMap(Tempo.init(_:))?.value
      return s
    }
  }
}
