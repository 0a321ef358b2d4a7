/// How much the landmarks of a still hand shake as the model gives them. Filters are made for it: what shakes more is smoothed more.
public struct LandmarkNoise: Sendable, Equatable {
  /// Standard deviation of one coordinate, in hand sizes.
  public let deviation: Float
  /// Of MediaPipe's full model in floats: the pinch distance, two landmarks' difference, shakes by 0.004 to 0.005 in the quieter half of the frames of
  /// dexret_hand, tfjs_asl_hand and the performer. The filters' own figures are for this one.
  public static let float = LandmarkNoise(deviation: 0.0035)

  /// - Parameter deviation: in hand sizes, more than 0.
  public init(deviation: Float) { self.deviation = deviation }

  /// Of a model whose landmarks shake so many times as much as the full float model's.
  public init(timesFloat ratio: Float) { self.init(deviation: ratio * Self.float.deviation) }

  /// How many times as much as the full float model's.
  var ratio: Float { deviation / Self.float.deviation }
}
