/// One frame of a session: the hands that were seen, the controls that came of them, and what happened. A line of a session's file, and the data of an event of
/// the kind `frame`.
public struct SessionFrame: Codable, Sendable {
  /// The hands of a frame.
  public struct Seen: Codable, Sendable {
    /// One hand.
    public struct Hand: Codable, Sendable {
      /// `Left` or `Right`: the player's own.
      public var handedness: String
      /// 21 times x, y, z; x and y in 0...1 of the picture as the player sees it.
      public var landmarks: [[Double]]
      /// Stays with the hand as long as it is followed.
      public var id: Int?
      /// Belief that there is a hand, 0...1.
      public var confidence: Double?
    }
    /// Number of the frame.
    public var frame: Int
    /// Width / height of the picture.
    public var aspect: Double?
    /// The hands, in no order.
    public var hands: [Hand]
  }
  /// What was seen.
  public var frame: Seen
  /// Speed, pitch and volume, and the frame's time.
  public var control: ControlSample
  /// What the hands did.
  public var events: [Event]
}
