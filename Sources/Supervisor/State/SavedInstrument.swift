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
      s.sound = sound.map { cleaned($0, limit: InstrumentSound.longestName) }.flatMap { $0.isEmpty ? nil : $0 }
      s.effects = effects?.filter { InstrumentEffect(rawValue: $0.key) != nil && EffectAmount($0.value) != nil }
      s.tempo = tempo.flatMap(Tempo.init(_:))?.value
      return s
    }
  }
}

extension InstrumentControls.Values {
  /// Restores the saved values; the configuration sets the rest. The sound is found by its name
  /// (`SavedState.Instrument.sound`).
  package init(_ saved: SavedState, _ configuration: Configuration) {
    self.init()
    let was = saved.instrument
    scale = Scale(rawValue: was.scale ?? configuration.instrumentScale) ?? scale
    key = Key(name: was.key ?? configuration.instrumentKey) ?? key
    let ends = configuration.instrumentRange.split(separator: " ").compactMap { NoteName.note(String($0)) }
    if let low = was.low ?? ends.first, let high = was.high ?? ends.last { range = NoteRange(low, high) ?? range }
    articulation =
      InstrumentSettings.Articulation(rawValue: was.articulation?.rawValue ?? configuration.instrumentArticulation) ?? articulation
    bends = was.bend ?? configuration.instrumentBend
    // A key that was never written does not override the configuration.
    output = saved.instrument == SavedState.Instrument() ? Output(rawValue: configuration.instrumentOutput) ?? .audio : saved.output
    waveform = was.waveform
    for (name, amount) in was.effects ?? [:] { if let effect = InstrumentEffect(rawValue: name) { effects[effect] = amount } }
    tempo = was.tempo ?? tempo
  }
}

extension InstrumentController {
  /// Records the values that survive a power cut.
  package func record(in saved: inout SavedState) {
    let values = values
    saved.output = values.output
    saved.instrument.scale = values.scale.rawValue
    saved.instrument.key = values.key.name
    (saved.instrument.low, saved.instrument.high) = (Int(values.range.low), Int(values.range.high))
    saved.instrument.articulation = values.articulation == .legato ? .legato : .retrigger
    saved.instrument.bend = values.bends
    saved.instrument.sound = wanted
    saved.instrument.waveform = values.waveform
    saved.instrument.effects = Dictionary(uniqueKeysWithValues: values.effects.map { ($0.key.rawValue, $0.value) })
    saved.instrument.tempo = values.tempo
  }
}
