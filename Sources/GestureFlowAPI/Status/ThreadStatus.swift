/// Scheduling of a real-time thread, requested and actual.
public struct ThreadStatus: Codable, Sendable {
  /// Name of the thread: `gf-audio`, `gf-camera`, ...
  public var name: String
  /// Requested core; nil: any.
  public var coreAsked: Int?
  /// Actual core; nil: any.
  public var coreGot: Int?
  /// Requested FIFO priority, 1...99; 0 for an ordinary thread.
  public var priorityAsked: Int
  /// Actual FIFO priority; 0 for an ordinary thread.
  public var priorityGot: Int
  /// Scheduling policy: `fifo` or `other`.
  public var policy: String
  /// Reason why it got less than requested.
  public var refusal: String?
  /// Creates an instance from its fields.
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
