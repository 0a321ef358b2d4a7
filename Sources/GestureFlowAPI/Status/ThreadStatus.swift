/// A real-time thread: what it asked for and what it got.
public struct ThreadStatus: Codable, Sendable {
  /// `gf-audio`, `gf-camera`, ...
  public var name: String
  /// Core that it asked for; nil: any.
  public var coreAsked: Int?
  /// Core that it runs on; nil: any.
  public var coreGot: Int?
  /// FIFO priority that it asked for, 1...99; 0 for an ordinary thread.
  public var priorityAsked: Int
  /// FIFO priority that it has; 0 for an ordinary thread.
  public var priorityGot: Int
  /// `fifo` or `other`.
  public var policy: String
  /// Why it got less than it asked for.
  public var refusal: String?
  /// Out of its fields, as they are described here.
  public init(name: String, coreAsked: Int?, coreGot: Int?, priorityAsked: Int, priorityGot: Int, policy: String, refusal: String?) {
    self.name = name
    self.coreAsked = coreAsked
    self.coreGot = coreGot
    self.priorityAsked = priorityAsked
    self.priorityGot = priorityGot
    self.policy = policy
    self.refusal = refusal
  }
}
