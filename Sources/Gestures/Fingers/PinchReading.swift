/// How a model reads pinches, where it reads them otherwise than MediaPipe's full one, by which the rules are set.
public struct PinchReading: Sendable, Equatable {
  /// It sees thumb and index finger of a closed pinch so many times as far apart, 1 or more. Counts only for whether it is a pinch: how far one has opened is relative.
  public let width: Float
  /// The index tip of a pinch is farther than this from the middle tip in the picture, in hand sizes: in a fist that is read as a pinch the two lie side by side. 0 asks for
  /// nothing, and lets a pinch have the middle finger beside the index.
  public let leastBetweenTips: Float

  /// Nothing is read otherwise.
  public static let plain = PinchReading(width: 1, leastBetweenTips: 0)

  /// - Parameters:
  ///   - width: 1 or more.
  ///   - leastBetweenTips: in hand sizes, 0 or more.
  public init(width: Float, leastBetweenTips: Float) {
    self.width = width
    self.leastBetweenTips = leastBetweenTips
  }
}
