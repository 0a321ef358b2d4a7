import GestureFlowAPI

/// Gain of a track, constant from its first frame to its last.
public struct TrackGain: Sendable, Equatable {
  /// The gain of a track whose loudness is unknown.
  public static let none = TrackGain()

  /// Loudness from which the gain was computed, in LUFS; nil if unknown.
  public var level: Double?
  /// Factor of the samples, above 0.
  public var factor: Float = 1

  private init() {}

  /// Creates the gain that brings this loudness to the common level. The factor is 1 if the loudness is unknown.
  public init(_ loudness: Loudness?) {
    guard let loudness else { return }
    level = loudness.level
    factor = Float(LoudnessMode.gain(for: loudness))
  }
}
