import Glibc

/// Which ports are to be connected: those of the pattern, and what a person has asked for since. A port is known by its names, so that it is connected again when it is plugged in again.
package struct PortWish: Sendable, Equatable {
  /// As `MIDISettings.connect`.
  package var pattern = MIDISettings.devices
  private var asked: Set<String> = []
  private var refused: Set<String> = []

  /// Devices, and nothing asked for.
  package init() {}

  /// Whether a port is to be connected.
  package func wants(_ port: SequencerPort) -> Bool {
    if refused.contains(port.fullName) { return false }
    return asked.contains(port.fullName) || matches(port)
  }

  /// Whether a person wants a port left alone.
  package func refuses(_ port: SequencerPort) -> Bool { refused.contains(port.fullName) }

  private func matches(_ port: SequencerPort) -> Bool {
    if pattern == MIDISettings.devices { return port.isHardware && !port.isOfSystem }
    return pattern.split(separator: ",").contains { part in
      fnmatch("*\(part.drop { $0 == " " }.lowercased())*", port.fullName.lowercased(), 0) == 0
    }
  }

  /// A person wants these connected from now on.
  package mutating func ask(for ports: [SequencerPort]) {
    for port in ports {
      asked.insert(port.fullName)
      refused.remove(port.fullName)
    }
  }

  /// A person wants these left alone from now on.
  package mutating func refuse(_ ports: [SequencerPort]) {
    for port in ports {
      refused.insert(port.fullName)
      asked.remove(port.fullName)
    }
  }

  /// Ports by what a person calls them: `24:0`, the name of a port, of a client, or `client:port`; without regard to case.
  package static func named(_ name: String, among ports: [SequencerPort]) -> [SequencerPort] {
    let name = name.lowercased()
    return ports.filter { port in
      let names = [port.name, port.client, port.fullName].map { $0.lowercased() }
      return names.contains(name) || name == "\(port.address.client):\(port.address.port)"
    }
  }
}
