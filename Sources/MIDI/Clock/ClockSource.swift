/// A type that selects one clock when several ports send one.
///
/// The port whose tick came first counts until it has been silent long enough to be lost. Two clocks together would
/// make one of double tempo, and either could stop the other's song. Pure; times are seconds of one clock that does
/// not jump.
package struct ClockSource: Sendable {
  /// The port that sends ticks, and the time of its last tick.
  private var ticking: (port: MIDIAddress, last: Double)?

  /// Whether a message counts. While no port sends ticks, the messages of all ports count.
  /// - Parameter time: arrival in seconds.
  package mutating func takes(_ message: ClockMessage, from port: MIDIAddress, at time: Double) -> Bool {
    if let ticking, ticking.port != port, time - ticking.last <= ClockFollower.patience { return false }
    if message == .tick { ticking = (port, time) }
    return true
  }
}
