import Glibc

/// Preferences that decide which ports to connect. They are the pattern and the later requests of a person. A port is
/// identified by its names, so it is connected again when it returns.
package struct PortPreferences: Sendable, Equatable {
  /// The pattern, in the form of `MIDISettings.connect`.
  package var pattern = MIDISettings.devices
  private var asked: Set<String> = []
  private var refused: Set<String> = []

  /// Whether the box should connect a port.
  package func wants(_ port: SequencerPort) -> Bool {
    if refused.contains(port.fullName) { return false }
    return asked.contains(port.fullName) || matches(port)
  }

  /// Whether a person has requested to leave a port alone.
  package func refuses(_ port: SequencerPort) -> Bool { refused.contains(port.fullName) }

  private func matches(_ port: SequencerPort) -> Bool {
    if pattern == MIDISettings.devices { return port.isHardware && !port.isOfSystem }
    return pattern.split(separator: ",").contains { part in
      fnmatch("*\(part.drop { $0 == " " }.lowercased())*", port.fullName.lowercased(), 0) == 0
    }
  }

  /// Records that a person wants these ports connected from now on.
  package mutating func ask(for ports: [SequencerPort]) {
    for port in ports {
      asked.insert(port.fullName)
      refused.remove(port.fullName)
    }
  }

  /// Records that a person wants these ports left alone from now on.
  package mutating func refuse(_ ports: [SequencerPort]) {
    for port in ports {
      refused.insert(port.fullName)
      asked.remove(port.fullName)
    }
  }

  /// Returns the ports with a given name. The name is `24:0`, the name of a port or client, or `client:port`; upper
  /// and lower case are equal.
  package static func named(_ name: String, among ports: [SequencerPort]) -> [SequencerPort] {
    let name = name.lowercased()
    return ports.filter { port in
      let names = [port.name, port.client, port.fullName].map { $0.lowercased() }
      return names.contains(name) || name == "\(port.address.client):\(port.address.port)"
    }
  }
}
