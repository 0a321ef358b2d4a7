/// The errors of a model's landmarks. They are the noise of a still hand, and pinches.
/// Filters are tuned to the noise: more noise is smoothed more.
public struct LandmarkNoise: Sendable, Equatable {
  /// Standard deviation of one coordinate, in hand sizes.
  public let deviation: Float
  /// The way to read pinches of this model.
  public let pinches: PinchReading
  /// The noise of MediaPipe's full model in floats.
  /// The pinch distance, a difference of two landmarks, shakes by 0.004 to 0.005 in the quieter half of the
  /// frames of dexret_hand, tfjs_asl_hand and the performer. The filters' own constants are for this noise.
  public static let float = LandmarkNoise(deviation: 0.0035)

  /// Creates the noise of a model.
  /// - Parameters:
  ///   - deviation: in hand sizes, more than 0.
  ///   - pinches: how pinches of this model are read.
  public init(deviation: Float, pinches: PinchReading = .plain) {
    self.deviation = deviation
    self.pinches = pinches
  }

  /// Creates the noise of a model relative to the full float model.
  public init(timesFloat ratio: Float, pinches: PinchReading = .plain) {
    self.init(deviation: ratio * Self.float.deviation, pinches: pinches)
  }

  /// The noise relative to the full float model.
  var ratio: Float { deviation / Self.float.deviation }
}
