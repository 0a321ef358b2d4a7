/// Which ports have gone silent that said that they never are: a device that sends active sensing (FE) does so until it is off or its cable is out, which no announcement tells where the wire ends in a box of its own. Pure;
/// times are seconds of one clock that does not jump.
package struct ActiveSensing: Sendable {
  /// Seconds without a message after which such a port is gone. Senders say something every 300 ms at the latest (MIDI 1.0); with 40 % more a busy hub's delay is none.
  package static let patience = 0.42

  /// When each port that sends it was heard last.
  private var last: [MIDIAddress: Double] = [:]

  /// Nobody has been heard.
  package init() {}

  /// A port says something. - Parameter isSensing: it is active sensing; a port that never sent it may be silent.
  package mutating func hear(_ port: MIDIAddress, isSensing: Bool, at time: Double) {
    if isSensing || last[port] != nil { last[port] = time }
  }

  /// Somebody may have said something, and nobody knows who: a system-exclusive message, or what was lost.
  package mutating func hearAll(at time: Double) { for port in last.keys { last[port] = time } }

  /// When the next port would be gone; nil while nobody is watched.
  package var due: Double? { last.values.min().map { $0 + Self.patience } }

  /// The ports that are gone now; they are not watched again before they send it again.
  package mutating func takeSilent(at time: Double) -> [MIDIAddress] {
    let silent = last.filter { time - $0.value >= Self.patience }.map(\.key)
    for port in silent { last[port] = nil }
    return silent
  }

  /// Only these ports are there.
  package mutating func keep(_ there: Set<MIDIAddress>) { last = last.filter { there.contains($0.key) } }
}
