/// Whose clock counts where several ports send one: that of the port whose tick came first, until it has been silent for as long as it takes to be lost. Two clocks together would be one of twice the
/// tempo, and either could stop the other's song. Pure; times are seconds of one clock that does not jump.
package struct ClockSource: Sendable {
  /// Who ticks, and when the last tick came.
  private var ticking: (port: MIDIAddress, last: Double)?

  /// Nobody has been heard.
  package init() {}

  /// Whether a message counts. While nobody ticks, everybody's does. - Parameter time: when it came, in seconds.
  package mutating func takes(_ message: ClockMessage, from port: MIDIAddress, at time: Double) -> Bool {
    if let ticking, ticking.port != port, time - ticking.last <= ClockFollower.patience { return false }
    if message == .tick { ticking = (port, time) }
    return true
  }
}
