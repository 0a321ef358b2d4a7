/// One frame of a session: visible hands, their controls, and events. It is a line of a session's file and the data
/// of an event of the kind `frame`.
public struct SessionFrame: Codable, Sendable {
  /// The hands of a frame.
  public struct Seen: Codable, Sendable {
    /// One hand.
    public struct Hand: Codable, Sendable {
      /// `Left` or `Right`, as seen by the player.
      public var handedness: String
      /// 21 landmarks of x, y, z. x and y are shares (0...1) of the frame as the player sees it.
      public var landmarks: [[Double]]
      /// Identity of the hand, constant while it is tracked.
      public var id: Int?
      /// Confidence that it is a hand, 0...1.
      public var confidence: Double?
    }
    /// Number of the frame.
    public var frame: Int
    /// Width divided by height of the frame.
    public var aspect: Double?
    /// The hands, in no particular order.
    public var hands: [Hand]
  }
  /// The hands that were seen.
  public var frame: Seen
  /// Speed, pitch and volume, and the time of the frame.
  public var control: ControlSample
  /// Events that the hands caused.
  public var events: [Event]
}
