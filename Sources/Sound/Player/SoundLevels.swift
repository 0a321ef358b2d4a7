import GestureFlowAPI

/// Settings of the player's sound from the next block on. These are levels, not changes, so nothing is lost while
/// no block is rendered.
public struct SoundLevels: AudioLevels, Sendable, BitwiseCopyable, Equatable {
  /// Speed of the music, 0.1...2.
  public var speed: Float
  /// Pitch in cents, -2400...2400.
  public var cents: Float
  /// Gain, 0...1. `VolumeCurve` computes it from the volume that a person sets.
  public var volume: Float
  /// Filter, -1...1. Below 0 is a low-pass, above 0 a high-pass, 0 leaves the music untouched.
  public var filter: Float
  /// Whether a person has paused; hands never end this pause.
  public var isPaused: Bool
  /// Whether the player is paused because no person is present.
  public var isAway: Bool
  /// Whether the player is heard, and not another mode.
  public var isHeard: Bool
  /// Capture time of the camera frame behind these values. Seconds of `Clock`; 0 without a frame.
  public var captureTime: Double

  /// The original: speed 1, pitch 0, volume 0.8, no filter, not paused.
  public init(
    speed: Float = 1, cents: Float = 0, volume: Float = 0.8, filter: Float = 0, isPaused: Bool = false, isAway: Bool = false,
    isHeard: Bool = true, captureTime: Double = 0
  ) {
    self.speed = speed
    self.cents = cents
    self.volume = volume
    self.filter = filter
    self.isPaused = isPaused
    self.isAway = isAway
    self.isHeard = isHeard
    self.captureTime = captureTime
  }

  /// The nearest valid levels; NaN becomes the original's value.
  public var inRange: SoundLevels {
    func clamp(_ value: Float, _ range: ClosedRange<Double>, else original: Float) -> Float {
      value.isNaN ? original : min(max(value, Float(range.lowerBound)), Float(range.upperBound))
    }
    return SoundLevels(
      speed: clamp(speed, Speed.range, else: 1), cents: clamp(cents, Cents.range, else: 0),
      volume: clamp(volume, Volume.range, else: 0.8), filter: clamp(filter, FilterKnob.range, else: 0),
      isPaused: isPaused, isAway: isAway, isHeard: isHeard, captureTime: captureTime.isFinite ? captureTime : 0)
  }
}
