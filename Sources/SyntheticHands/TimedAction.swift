/// A request of a script, with its time.
/// - What: the type of requests in the script's mode.
public struct TimedAction<What: Sendable & Equatable>: Sendable, Equatable {
  /// The type of requests.
  public typealias Ask = What

  /// Time at which the request begins, in seconds of the script.
  public var from: Double
  /// Time at which the hands have completed the request.
  /// The answer comes between the two.
  public var to: Double
  /// The request.
  public var ask: Ask

  /// Creates a timed request from its fields.
  package init(from: Double, to: Double, ask: Ask) {
    self.from = from
    self.to = to
    self.ask = ask
  }
}
