import GestureFlowAPI

/// The list of MIDI ports, as `gfctl midi ports` shows it.
package enum MIDIPortList {
  /// Returns the lines: the box's own port, a problem, the external ports. A port's line has its connection, its
  /// direction and its names.
  /// - Parameter midi: nil if the box does not have MIDI.
  package static func text(_ midi: MIDIStatus?) -> String {
    guard let midi else { return "this box has no MIDI" }
    var lines = ["\(Terminal.plain(midi.client)):\(Terminal.plain(midi.port))   \(midi.sent) sent, \(midi.received) received"]
    if let problem = midi.problem { lines.append(Terminal.plain(problem)) }
    if midi.ports.isEmpty, midi.available { lines.append("there is no other MIDI port: plug a device in") }
    for port in midi.ports {
      let way =
        switch port.direction {
        case .in: "takes notes"
        case .out: "gives notes"
        case .both: "both ways"
        }
      let state = port.connected ? "connected" : "-"
      lines.append("\(padded(state, 11))\(padded(way, 13))\(Terminal.plain("\(port.client):\(port.name)"))")
    }
    return lines.joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 1)) }
}
