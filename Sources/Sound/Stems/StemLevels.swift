/// Levels of one channel of a set.
public struct StemLevel: Sendable, BitwiseCopyable, Equatable {
  /// Gain, 0...1, as in `SoundLevels`. It is the product of the channel's volume and the box's volume.
  public var volume: Float
  /// Pitch in cents, -200...200.
  public var cents: Float
  /// Whether the channel is silent, whatever its volume. It keeps running unheard. To hear one channel alone,
  /// mute the others.
  public var isMuted: Bool

  /// Creates the levels of the recording.
  public init(volume: Float = 1, cents: Float = 0, isMuted: Bool = false) {
    self.volume = volume
    self.cents = cents
    self.isMuted = isMuted
  }
}

/// Levels of the stems from the next block on. Like `SoundLevels`, they are values, not changes.
public struct StemLevels: AudioLevels, Sendable, BitwiseCopyable, Equatable {
  /// Levels of each channel, whether or not the set has that channel.
  public var channels: PerChannel<StemLevel>
  /// Tempo relative to the set's own, 0.5...2.
  public var tempo: Double
  /// Number of the set to which `tempo` applies. Every other set plays at its own tempo from its first frame on.
  /// 0 means every set.
  public var tempoOf: Int
  /// Whether the stems are heard instead of the player.
  public var isScene: Bool
  /// Whether a person paused the stems; hands never end this pause.
  public var isPaused: Bool
  /// Whether the stems are paused automatically because no one is there.
  public var isAway: Bool

  /// Creates the levels of the recording, not heard yet.
  public init(
    channels: PerChannel<StemLevel> = PerChannel(StemLevel()), tempo: Double = 1, tempoOf: Int = 0, isScene: Bool = false,
    isPaused: Bool = false, isAway: Bool = false
  ) {
    self.channels = channels
    self.tempo = tempo
    self.tempoOf = tempoOf
    self.isScene = isScene
    self.isPaused = isPaused
    self.isAway = isAway
  }

  /// Returns the tempo of a set, relative to its own.
  @_noLocks func rtTempo(of set: Int) -> Double {
    if tempoOf == 0 { return tempo }
    return tempoOf == set ? tempo : 1
  }

  /// The nearest levels that can be played. NaN becomes the value of the recording.
  public var inRange: StemLevels {
    func clamp<Value: BinaryFloatingPoint>(_ value: Value, _ range: ClosedRange<Value>, else original: Value) -> Value {
      value.isNaN ? original : min(max(value, range.lowerBound), range.upperBound)
    }
    var result = self
    for i in 0..<PerChannel<Int>.count {
      result.channels[i].volume = clamp(channels[i].volume, 0...1, else: 1)
      result.channels[i].cents = clamp(channels[i].cents, -200...200, else: 0)
    }
    result.tempo = clamp(tempo, Transport.speeds, else: 1)
    return result
  }
}
