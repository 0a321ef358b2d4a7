import Notes

/// A record of all notes and controls that other ports hold.
///
/// It records notes, pedals, bends, and controllers away from their rest values. So each note can end and each pedal
/// can come up when the port disappears, when it sends "all off", and when input was lost.
package struct HeldNotes: Sendable {
  /// A message or a rest that releases something.
  package enum End: Sendable, Equatable {
    /// A note's end, a pedal's release, or a bend's return.
    case message(MIDIMessage)
    /// A channel's controller must return to the value where it does nothing.
    case rest(channel: UInt8, controller: UInt8)
  }

  /// The notes and controls that one port holds.
  private struct Held: Sendable {
    var notes = NoteSet()
    /// Channels whose pedal is down, a bit each. The next field is the channels that are bent.
    var pedals: UInt16 = 0
    var bends: UInt16 = 0
    /// Channels whose controller was moved, a bit each. They are in the order of `Controller.kept`.
    var moved = InlineArray<3, UInt16>(repeating: 0)
  }

  private static let channels: Range<UInt8> = 0..<16
  private var ports: [MIDIAddress: Held] = [:]

  /// Records a message.
  /// - Parameter also: receives the ends that the message implies.
  package mutating func hear(_ message: MIDIMessage, from port: MIDIAddress, also: (MIDIMessage) -> Void) {
    if let note = message.asNote { return ports[port, default: Held()].notes[note.channel, note.note] = note.isOn }
    switch message {
    case .control(let channel, Controller.pedal, let value):
      Self.set(&ports[port, default: Held()].pedals, channel, value >= Controller.down)
    case .control(let channel, Controller.reset, _):
      Self.set(&ports[port, default: Held()].pedals, channel, false)
      Self.set(&ports[port, default: Held()].bends, channel, false)
      for place in Controller.kept.indices { Self.set(&ports[port, default: Held()].moved[place], channel, false) }
    case .control(let channel, let controller, let value) where Controller.kept.contains(controller):
      move(controller, port, channel, value != Controller.rests[controller])
    // A member's pressure is its dynamics.
    case .channelPressure(let channel, _): move(Controller.expression, port, channel, true)
    case .control(let channel, let controller, _) where controller == Controller.allSoundOff || controller >= Controller.allNotesOff:
      // 124 to 127 change the mode, which also ends all notes.
      while let end = ports[port]?.notes.takeFirst(of: channel) { also(MIDIMessage(end)) }
    case .bend(let channel, let bend): Self.set(&ports[port, default: Held()].bends, channel, bend != Controller.unbent)
    default: break
    }
  }

  /// Removes a port that is gone or was reset.
  /// - Parameter end: receives a release for everything that the port holds. Pedals come after the notes, so the
  ///   notes that a pedal holds end with it.
  package mutating func lose(_ port: MIDIAddress, _ end: (End) -> Void) {
    guard let held = letGo(port, end) else { return }
    for (place, controller) in Controller.kept.enumerated() {
      for channel in Self.channels where held.moved[place] >> UInt16(channel) & 1 == 1 {
        end(.rest(channel: channel, controller: controller))
      }
    }
  }

  /// Removes all ports except these.
  package mutating func keep(_ there: Set<MIDIAddress>, _ end: (End) -> Void) {
    for port in Array(ports.keys) where !there.contains(port) { lose(port, end) }
  }

  /// Ends all notes, pedals and bends after lost input. Controllers keep their last values, because the ports are
  /// still there.
  package mutating func doubt(_ end: (End) -> Void) {
    for port in Array(ports.keys) {
      guard let held = letGo(port, end) else { continue }
      ports[port] = Held(moved: held.moved)
    }
  }

  /// Releases the notes, pedals and bends of a port.
  /// - Returns: the former record of the port.
  private mutating func letGo(_ port: MIDIAddress, _ end: (End) -> Void) -> Held? {
    guard var held = ports.removeValue(forKey: port) else { return nil }
    while let note = held.notes.takeFirst() { end(.message(MIDIMessage(note))) }
    for channel in Self.channels {
      if held.pedals >> UInt16(channel) & 1 == 1 { end(.message(.control(channel: channel, controller: Controller.pedal, value: 0))) }
      if held.bends >> UInt16(channel) & 1 == 1 { end(.message(.bend(channel: channel, bend: Controller.unbent))) }
    }
    return held
  }

  private mutating func move(_ controller: UInt8, _ port: MIDIAddress, _ channel: UInt8, _ isMoved: Bool) {
    guard let place = Controller.kept.firstIndex(of: controller) else { return }
    Self.set(&ports[port, default: Held()].moved[place], channel, isMoved)
  }

  private static func set(_ channels: inout UInt16, _ channel: UInt8, _ isOn: Bool) {
    let bit = UInt16(1) << UInt16(channel & 15)
    if isOn { channels |= bit } else { channels &= ~bit }
  }
}
