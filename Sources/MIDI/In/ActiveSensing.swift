/// A type that detects ports that stopped sending active sensing.
///
/// A device that sends active sensing (FE) repeats it until it is off or its cable is out. ALSA does not announce
/// this when the cable ends in a separate interface. Pure; times are seconds of one clock that does not jump.
package struct ActiveSensing: Sendable {
  /// Seconds without a message after which such a port is gone. Senders transmit at least every 300 ms (MIDI 1.0).
  /// The extra 40 % allow for the delay of a busy hub.
  package static let patience = 0.42

  /// Time of the last message of each port that sends active sensing.
  private var last: [MIDIAddress: Double] = [:]

  /// Records a message of a port.
  /// - Parameter isSensing: whether it is active sensing. A port that never sent it may be silent.
  package mutating func hear(_ port: MIDIAddress, isSensing: Bool, at time: Double) {
    if isSensing || last[port] != nil { last[port] = time }
  }

  /// Records a message of an unknown port. It is a system-exclusive message, or lost input.
  package mutating func hearAll(at time: Double) { for port in last.keys { last[port] = time } }

  /// Time at which the next port would be gone. Nil while no port is watched.
  package var due: Double? { last.values.min().map { $0 + Self.patience } }

  /// Returns the ports that are gone now. They are watched again only after new active sensing.
  package mutating func takeSilent(at time: Double) -> [MIDIAddress] {
    let silent = last.filter { time - $0.value >= Self.patience }.map(\.key)
    for port in silent { last[port] = nil }
    return silent
  }

  /// Forgets all ports except these.
  package mutating func keep(_ there: Set<MIDIAddress>) { last = last.filter { there.contains($0.key) } }
}
