/// What the instrument shall sound like from the next block on: levels, not changes, as `SoundLevels`.
public struct InstrumentLevels: Sendable, BitwiseCopyable, Equatable {
  /// What a beat may last: beats a minute.
  public static let tempi = 20.0...400.0

  /// Whether the instrument is what is heard, and neither player nor stems.
  public var isScene: Bool
  /// Whether it is to be heard here (output `audio` or `both`). Where it is not, no note begins any more; what sounds goes on to its end.
  public var isHeard: Bool
  /// Gain of the whole, echo and room included, 0...1, as in `SoundLevels`.
  public var volume: Float
  /// Beats a minute, 20...400, for an echo that is told in beats.
  public var tempo: Double
  /// Voices and effects.
  package var patch = SynthPatch()

  /// Not heard yet; a new patch at 120 beats a minute.
  public init(isScene: Bool = false, isHeard: Bool = true, volume: Float = 0.8, tempo: Double = 120) {
    self.isScene = isScene
    self.isHeard = isHeard
    self.volume = volume
    self.tempo = tempo
  }

  /// The nearest levels that can be played; what is no number becomes what it is in new ones.
  public var inRange: InstrumentLevels {
    var result = self
    result.volume = volume.isNaN ? 0.8 : min(max(volume, 0), 1)
    result.tempo = tempo.isNaN ? 120 : min(max(tempo, Self.tempi.lowerBound), Self.tempi.upperBound)
    result.patch = patch.inRange
    return result
  }
}

/// The same as the audio thread takes it: what takes powers and divisions is computed before.
struct InstrumentOrder: BitwiseCopyable, Sendable {
  /// Notes are played, and new ones begin.
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
