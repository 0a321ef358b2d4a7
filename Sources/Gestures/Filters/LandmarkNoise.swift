/// How a model's landmarks err: how much those of a still hand shake, and how it reads pinches. Filters are made for the first: what shakes more is smoothed more.
public struct LandmarkNoise: Sendable, Equatable {
  /// Standard deviation of one coordinate, in hand sizes.
  public let deviation: Float
  /// What is to be made of its pinches.
  public let pinches: PinchReading
  /// Of MediaPipe's full model in floats: the pinch distance, two landmarks' difference, shakes by 0.004 to 0.005 in the quieter half of the frames of
  /// dexret_hand, tfjs_asl_hand and the performer. The filters' own figures are for this one.
  public static let float = LandmarkNoise(deviation: 0.0035)

  /// - Parameter deviation: in hand sizes, more than 0.
  public init(deviation: Float, pinches: PinchReading = .plain) {
    self.deviation = deviation
    self.pinches = pinches
  }

  /// Of a model whose landmarks shake so many times as much as the full float model's.
  public init(timesFloat ratio: Float, pinches: PinchReading = .plain) {
    self.init(deviation: ratio * Self.float.deviation, pinches: pinches)
  }

  /// How many times as much as the full float model's.
  var ratio: Float { deviation / Self.float.deviation }
}
