/// How one channel of a set shall sound.
public struct StemLevel: Sendable, BitwiseCopyable, Equatable {
  /// Gain, 0...1, as in `SoundLevels`: the channel's and the whole box's.
  public var volume: Float
  /// Pitch in cents, -200...200.
  public var cents: Float
  /// Silent, whatever its volume; it runs on unheard. Who wants one channel alone mutes the others.
  public var isMuted: Bool

  /// As it was recorded.
  public init(volume: Float = 1, cents: Float = 0, isMuted: Bool = false) {
    self.volume = volume
    self.cents = cents
    self.isMuted = isMuted
  }
}

/// What the stems shall sound like from the next block on: levels, not changes, as `SoundLevels`.
public struct StemLevels: Sendable, BitwiseCopyable, Equatable {
  /// Each channel's, whether or not the set has it.
  public var channels: PerChannel<StemLevel>
  /// Tempo over the set's own, 0.5...2.
  public var tempo: Double
  /// The set that it is meant for, by its number: every other one is played at its own tempo, from its first frame on. 0 for whichever is heard.
  public var tempoOf: Int
  /// Whether stems are what is heard, and not the player.
  public var isScene: Bool
  /// Paused by a person; hands never end it.
  public var isPaused: Bool
  /// Paused because nobody is there.
  public var isAway: Bool
  /// Seconds of `Clock` at which the camera took the picture behind these values; 0 if no picture is behind them.
  public var captureTime: Double

  /// As it was recorded; not heard yet.
  public init(
    channels: PerChannel<StemLevel> = PerChannel(StemLevel()), tempo: Double = 1, tempoOf: Int = 0, isScene: Bool = false,
    isPaused: Bool = false,
    isAway: Bool = false, captureTime: Double = 0
  ) {
    self.channels = channels
    self.tempo = tempo
    self.tempoOf = tempoOf
    self.isScene = isScene
    self.isPaused = isPaused
    self.isAway = isAway
    self.captureTime = captureTime
  }

  /// The tempo that a set is played at, over its own.
  @_noLocks func rtTempo(of set: Int) -> Double {
    if tempoOf == 0 { return tempo }
    return tempoOf == set ? tempo : 1
  }

  /// The nearest levels that can be played; what is no number becomes the original's value.
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
    result.captureTime = captureTime.isFinite ? captureTime : 0
    return result
  }
}
