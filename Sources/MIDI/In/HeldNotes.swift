import Notes

/// Which notes other ports hold, so that each gets its end: when the port is gone, when it says that all are off, and when nobody knows what was lost.
package struct HeldNotes: Sendable {
  private var sets: [MIDIAddress: NoteSet] = [:]

  /// Nobody holds any.
  package init() {}

  /// Takes a message. - Parameter also: told the ends that it brings with it.
  package mutating func hear(_ message: MIDIMessage, from port: MIDIAddress, also: (NoteMessage) -> Void) {
    if let note = message.asNote { sets[port, default: NoteSet()][note.channel, note.note] = note.isOn }
    switch message {
    case .control(let channel, let controller, _) where controller == Controller.allSoundOff || controller >= Controller.allNotesOff:
      // 124 to 127 change the mode, which ends all notes as well.
      while let end = sets[port]?.takeFirst(of: channel) { also(end) }
    default: break
    }
  }

  /// A port is gone, or was reset.
  package mutating func lose(_ port: MIDIAddress, _ end: (NoteMessage) -> Void) {
    while let note = sets[port]?.takeFirst() { end(note) }
    sets[port] = nil
  }

  /// Of the ports that are left only these are there.
  package mutating func keep(_ ports: Set<MIDIAddress>, _ end: (NoteMessage) -> Void) {
    for port in Array(sets.keys) where !ports.contains(port) { lose(port, end) }
  }
}
