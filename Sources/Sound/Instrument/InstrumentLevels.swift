/// Levels of the instrument from the next block on. Like `SoundLevels`, they are values, not changes.
public struct InstrumentLevels: AudioLevels, Sendable, BitwiseCopyable, Equatable {
  /// Tempi that may be set, in beats per minute.
  public static let tempi = 20.0...400.0

  /// Whether the instrument is heard instead of player and stems.
  public var isScene: Bool
  /// Whether the instrument is heard here (output `audio` or `both`). If not, new notes do not begin; sounding
  /// notes continue to their end.
  public var isHeard: Bool
  /// Gain of the whole, including echo and reverb. The range is 0...1, as in `SoundLevels`.
  public var volume: Float
  /// Beats per minute, 20...400, for an echo time in beats.
  public var tempo: Double
  /// Settings of voices and effects.
  package var patch = SynthPatch()

  /// Creates levels that are not heard yet. They have a new patch at 120 beats per minute.
  public init(isScene: Bool = false, isHeard: Bool = true, volume: Float = 0.8, tempo: Double = 120) {
    self.isScene = isScene
    self.isHeard = isHeard
    self.volume = volume
    self.tempo = tempo
  }

  /// The nearest levels that can be played. NaN becomes the value of new levels.
  public var inRange: InstrumentLevels {
    var result = self
    result.volume = volume.isNaN ? 0.8 : min(max(volume, 0), 1)
    result.tempo = tempo.isNaN ? 120 : min(max(tempo, Self.tempi.lowerBound), Self.tempi.upperBound)
    result.patch = patch.inRange
    return result
  }
}

extension InstrumentLevels {
  var order: InstrumentOrder { InstrumentOrder(self) }
}

/// The levels in the form for the audio thread. Powers and divisions are computed in advance.
struct InstrumentOrder: BitwiseCopyable, Sendable {
  /// Whether the instrument plays, and whether new notes begin.
  let isOn, takesNew: Bool
  let volume: Float
  let sound: SynthSound
  let knobs: EffectKnobs

  /// - Parameter levels: in range.
  init(_ levels: InstrumentLevels) {
    isOn = levels.isScene
    takesNew = isOn && levels.isHeard
    volume = levels.volume
    sound = levels.patch.sound
    knobs = levels.patch.knobs(beat: 60 / levels.tempo)
  }
}
