/// Settings of another program's sound. These are levels, not changes, so nothing is lost while no block is
/// rendered.
public struct InletLevels: AudioLevels, Sendable, BitwiseCopyable, Equatable {
  /// Gain, 0...1, as in `SoundLevels`.
  public var volume: Float
  /// Pitch in cents, -2400...2400.
  public var cents: Float
  /// Whether a person has paused; hands never end this pause.
  public var isPaused: Bool
  /// Whether the sound is paused because no person is present.
  public var isAway: Bool
  /// Whether this sound is heard, and not another mode or source.
  public var isHeard: Bool

  /// Creates levels that are not heard yet; volume 0.8, pitch 0.
  public init(volume: Float = 0.8, cents: Float = 0, isPaused: Bool = false, isAway: Bool = false, isHeard: Bool = false) {
    self.volume = volume
    self.cents = cents
    self.isPaused = isPaused
    self.isAway = isAway
    self.isHeard = isHeard
  }

  /// The nearest valid levels; NaN becomes the default of `init`.
  public var inRange: InletLevels {
    var levels = self
    levels.volume = volume.isNaN ? 0.8 : min(max(volume, 0), 1)
    levels.cents = cents.isNaN ? 0 : min(max(cents, -2400), 2400)
    return levels
  }
}
