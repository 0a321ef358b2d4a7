/// The difference of a model's pinches from those of MediaPipe's full one.
/// The rules are set by the full model.
public struct PinchReading: Sendable, Equatable {
  /// Smallest distance of index tip and middle tip of a pinch.
  /// It is in hand sizes. In a fist that is read as a pinch the two lie side by side. 0 disables the rule, and
  /// a pinch may have the middle finger beside the index.
  public let leastBetweenTips: Float

  /// The reading of the full model.
  public static let plain = PinchReading(leastBetweenTips: 0)

  /// Creates a reading.
  /// - Parameter leastBetweenTips: in hand sizes, 0 or more.
  public init(leastBetweenTips: Float) { self.leastBetweenTips = leastBetweenTips }
}
