/// Where the clock comes in: followed while the box gives none itself, and judged while it does. A box that leads follows nobody, so it never follows its own echo, and two that give each other the clock keep their tempi.
public struct ClockInlet: Sendable {
  /// Follows what comes in; knows nothing while the box leads.
  public private(set) var follower = ClockFollower()
  private var duel = ClockDuel()

  /// Nothing was sent or heard.
  public init() {}

  /// A message came in. - Parameter time: in seconds.
  public mutating func take(_ message: ClockMessage, at time: Double) {
    guard duel.isLeading(at: time) else { return follower.take(message, at: time) }
    if message == .tick { duel.heard(at: time) }
  }

  /// A tick of ours leaves the box. - Parameter time: in seconds, no earlier than those before it.
  public mutating func sent(at time: Double) {
    duel.sent(at: time)
    follower.forget()
  }

  /// What comes in while the box leads. - Parameter now: in seconds.
  public func verdict(at now: Double) -> ClockDuel.Verdict { duel.verdict(at: now) }

  /// A sentence for the owner when two give a clock; nil when all is well. - Parameter now: in seconds.
  public func notice(at now: Double) -> String? {
    switch verdict(at: now) {
    case .none, .undecided: nil
    case .echo(let delay):
      "the box's own MIDI clock comes back to it (\(Int((delay * 1000).rounded())) ms later): it is not followed; switch off \"MIDI thru\" or the clock output of what is connected"
    case .rival:
      "another MIDI clock comes in while the box gives one: it is not followed; set tempo.source = \"midi\" to follow it, or switch the other clock off"
    }
  }
}
