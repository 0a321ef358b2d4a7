/// How a model reads pinches, where it reads them otherwise than MediaPipe's full one, by which the rules are set.
public struct PinchReading: Sendable, Equatable {
  /// The index tip of a pinch is farther than this from the middle tip in the picture, in hand sizes: in a fist that is read as a pinch the two lie side by side. 0 asks for
  /// nothing, and lets a pinch have the middle finger beside the index.
  public let leastBetweenTips: Float

  /// Nothing is read otherwise.
  public static let plain = PinchReading(leastBetweenTips: 0)

  /// - Parameter leastBetweenTips: in hand sizes, 0 or more.
  public init(leastBetweenTips: Float) { self.leastBetweenTips = leastBetweenTips }
}
