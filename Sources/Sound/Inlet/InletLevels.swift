/// How another program's sound shall be heard: a level, not a change, so that nothing is lost while no block is rendered.
public struct InletLevels: Sendable, BitwiseCopyable, Equatable {
  /// Gain, 0...1, as in `SoundLevels`.
  public var volume: Float
  /// Pitch in cents, -2400...2400.
  public var cents: Float
  /// Paused by a person; hands never end it.
  public var isPaused: Bool
  /// Paused because nobody is there.
  public var isAway: Bool
  /// Whether this is what is heard, and not another mode or another source.
  public var isHeard: Bool

  /// Not heard yet; volume 0.8, pitch 0.
  public init(volume: Float = 0.8, cents: Float = 0, isPaused: Bool = false, isAway: Bool = false, isHeard: Bool = false) {
    self.volume = volume
    self.cents = cents
    self.isPaused = isPaused
    self.isAway = isAway
    self.isHeard = isHeard
  }

  /// The nearest levels that can be played; what is no number becomes the value that `init` has.
  public var inRange: InletLevels {
    var levels = self
    levels.volume = volume.isNaN ? 0.8 : min(max(volume, 0), 1)
    levels.cents = cents.isNaN ? 0 : min(max(cents, -2400), 2400)
    return levels
  }
}
