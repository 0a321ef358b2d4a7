/// A hand that is seen now.
public struct HandStatus: Codable, Sendable {
  /// Identity, as long as it is tracked.
  public var id: Int
  /// The player's own `left` or `right`.
  public var handedness: String
  /// Fingers that are stretched out, 0...5.
  public var fingers: Int
  /// Belief that there is a hand, 0...1.
  public var confidence: Double
  /// The 21 landmarks, x and y in turn, 0...1 of the picture as the player sees it.
  public var points: [Double]?
  /// Out of its fields, as they are described here.
  public init(id: Int, handedness: String, fingers: Int, confidence: Double) {
    self.id = id
    self.handedness = handedness
    self.fingers = fingers
    self.confidence = confidence
  }
}
