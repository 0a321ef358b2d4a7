/// A hand that is visible now.
public struct HandStatus: Codable, Sendable {
  /// Identity of the hand, constant while it is tracked.
  public var id: Int
  /// `left` or `right`, as seen by the player.
  public var handedness: String
  /// Number of extended fingers, 0...5.
  public var fingers: Int
  /// Confidence that it is a hand, 0...1.
  public var confidence: Double
  /// The 21 landmarks, x and y in turn. The values are shares (0...1) of the frame as the player sees it.
  public var points: [Double]?
  /// Length of the palm, as a share of the frame's height. It goes from the wrist to the knuckle of the middle finger.
  /// Only in a status.
  public var size: Double?
  /// Estimated distance from the camera in metres, for an adult's hand. Only in a status.
  public var distanceMetres: Double?
  /// The frame's edge that cuts the hand, as the player sees it. It is `top`, `bottom`, `left` or `right`; nil for
  /// none.
  public var cutAt: String?
  /// Creates an instance from its fields.
  public init(id: Int, handedness: String, fingers: Int, confidence: Double) {
    self.id = id
    self.handedness = handedness
    self.fingers = fingers
    self.confidence = confidence
  }
}
