/// Input of the incoming clock.
///
/// The box follows the clock while it sends none itself, and only judges it (`ClockDuel`) while it does. A box that
/// leads follows no clock. So it never follows its own echo, and two boxes that send each other a clock keep their
/// tempi.
public struct ClockInlet: Sendable {
  /// Follows the incoming clock; empty while the box leads.
  public private(set) var follower = ClockFollower()
  private var duel = ClockDuel()

  /// Creates an inlet that has seen no message.
  public init() {}

  /// Takes an incoming message.
  /// - Parameter time: in seconds.
  public mutating func take(_ message: ClockMessage, at time: Double) {
    guard duel.isLeading(at: time) else { return follower.take(message, at: time) }
    if message == .tick { duel.heard(at: time) }
  }

  /// Records a tick that the box sends.
  /// - Parameter time: in seconds, never earlier than the times before it.
  public mutating func sent(at time: Double) {
    duel.sent(at: time)
    follower.forget()
  }

  /// Returns the judgement of the incoming clock while the box leads.
  /// - Parameter now: in seconds.
  public func verdict(at now: Double) -> ClockDuel.Verdict { duel.verdict(at: now) }

  /// Returns a sentence for the owner when two devices send a clock. Nil otherwise.
  /// - Parameter now: in seconds.
  public func notice(at now: Double) -> String? {
    switch verdict(at: now) {
    case .none, .undecided: nil
    case .echo(let delay):
      "the box's own MIDI clock comes back to it (\(Int((delay * 1000).rounded())) ms later) and is ignored: switch off \"MIDI thru\" or the clock output of the connected device"
    case .rival:
      "another MIDI clock comes in while the box sends its own, and is ignored: set tempo.source = \"midi\" to follow it, or switch the other clock off"
    }
  }
}
