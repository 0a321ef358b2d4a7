import GestureFlowAPI

/// By how much a track is made louder or quieter, from its first frame to its last.
public struct TrackGain: Sendable, Equatable {
  /// A track whose loudness is unknown.
  public static let none = TrackGain()

  /// Loudness by which the gain was chosen, in LUFS; nil where it is unknown.
  public var level: Double?
  /// Factor of the samples, above 0.
  public var factor: Float = 1

  private init() {}

  /// The gain that brings a sound of this loudness to the one of all tracks; a factor of 1 where it is unknown.
  public init(_ loudness: Loudness?) {
    guard let loudness else { return }
    level = loudness.level
    factor = Float(LoudnessMode.gain(for: loudness))
  }
}
