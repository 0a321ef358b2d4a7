import Notes

/// What other ports hold: notes, pedals and bends. So each note gets its end and each pedal comes up when the port is gone, when it says that all are off, and when nobody knows what was lost.
package struct HeldNotes: Sendable {
  /// What one port holds.
  private struct Held: Sendable {
    var notes = NoteSet()
    /// Channels whose pedal is down, and those that are bent: a bit each.
    var pedals: UInt16 = 0
    var bends: UInt16 = 0
  }

  private static let channels: Range<UInt8> = 0..<16
  private var ports: [MIDIAddress: Held] = [:]

  /// Nobody holds any.
  package init() {}

  /// Takes a message. - Parameter also: told the ends that it brings with it.
  package mutating func hear(_ message: MIDIMessage, from port: MIDIAddress, also: (MIDIMessage) -> Void) {
    if let note = message.asNote { return ports[port, default: Held()].notes[note.channel, note.note] = note.isOn }
    switch message {
    case .control(let channel, Controller.pedal, let value):
      Self.set(&ports[port, default: Held()].pedals, channel, value >= Controller.down)
    case .control(let channel, Controller.reset, _):
      Self.set(&ports[port, default: Held()].pedals, channel, false)
      Self.set(&ports[port, default: Held()].bends, channel, false)
    case .control(let channel, let controller, _) where controller == Controller.allSoundOff || controller >= Controller.allNotesOff:
      // 124 to 127 change the mode, which ends all notes as well.
      while let end = ports[port]?.notes.takeFirst(of: channel) { also(MIDIMessage(end)) }
    case .bend(let channel, let bend): Self.set(&ports[port, default: Held()].bends, channel, bend != Controller.unbent)
    default: break
    }
  }

  /// A port is gone, or was reset. - Parameter end: told what lets go of all that it holds; the pedals last, so that what they hold besides ends with them.
  package mutating func lose(_ port: MIDIAddress, _ end: (MIDIMessage) -> Void) {
    guard var held = ports.removeValue(forKey: port) else { return }
    while let note = held.notes.takeFirst() { end(MIDIMessage(note)) }
    for channel in Self.channels {
      if held.pedals >> UInt16(channel) & 1 == 1 { end(.control(channel: channel, controller: Controller.pedal, value: 0)) }
      if held.bends >> UInt16(channel) & 1 == 1 { end(.bend(channel: channel, bend: Controller.unbent)) }
    }
  }

  /// Of the ports that are left only these are there.
  package mutating func keep(_ there: Set<MIDIAddress>, _ end: (MIDIMessage) -> Void) {
    for port in Array(ports.keys) where !there.contains(port) { lose(port, end) }
  }

  private static func set(_ channels: inout UInt16, _ channel: UInt8, _ isOn: Bool) {
    let bit = UInt16(1) << UInt16(channel & 15)
    if isOn { channels |= bit } else { channels &= ~bit }
  }
}
