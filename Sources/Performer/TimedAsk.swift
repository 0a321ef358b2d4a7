/// What a script asks for, and when. - What: what can be asked for in the script's mode.
public struct TimedAsk<What: Sendable & Equatable>: Sendable, Equatable {
  /// What can be asked for.
  public typealias Ask = What

  /// When the hands begin to ask, in seconds from the script's start.
  public var from: Double
  /// When they have done all that it takes. The answer falls between the two.
  public var to: Double
  /// What is asked for.
  public var ask: Ask

  /// Out of its fields, as they are described here.
  package init(from: Double, to: Double, ask: Ask) {
    self.from = from
    self.to = to
    self.ask = ask
  }
}
