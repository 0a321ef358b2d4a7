/// Advice for aiming the camera, and for the place of the player.
public struct FramingStatus: Codable, Sendable, Equatable {
  /// The verdict on what the camera sees. It is that of `lightVerdict`, or `noFrames`, `noHand`, `tooNear`, `tooFar`,
  /// `cutTop`, `cutBottom`, `cutLeft`, `cutRight`; `good` if hands can be seen well.
  public var verdict: String
  /// The advice in words: `problem: remedy`, or that all is well.
  public var advice: String
  /// Creates an instance from its fields.
  public init(verdict: String, advice: String) { (self.verdict, self.advice) = (verdict, advice) }

  /// Whether hands can be seen well.
  public var isGood: Bool { verdict == "good" }
}
