import Notes

/// What other ports hold: notes, pedals, bends, and controllers that are not where they rest. So each note gets its end and each pedal comes up when the port is gone, when it says that all are off, and when nobody knows
/// what was lost.
package struct HeldNotes: Sendable {
  /// What lets go of something.
  package enum End: Sendable, Equatable {
    /// A note's end, a pedal's way up, a bend's way back.
    case message(MIDIMessage)
    /// A channel's controller is to be where it does nothing.
    case rest(channel: UInt8, controller: UInt8)
  }

  /// What one port holds.
  private struct Held: Sendable {
    var notes = NoteSet()
    /// Channels whose pedal is down, and those that are bent: a bit each.
    var pedals: UInt16 = 0
    var bends: UInt16 = 0
    /// Channels whose controller was moved, a bit each, in the order of `Controller.kept`.
    var moved = InlineArray<3, UInt16>(repeating: 0)
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
      for place in Controller.kept.indices { Self.set(&ports[port, default: Held()].moved[place], channel, false) }
    case .control(let channel, let controller, let value) where Controller.kept.contains(controller):
      move(controller, port, channel, value != Controller.rests[controller])
    // A member's pressure is its dynamics.
    case .channelPressure(let channel, _): move(Controller.expression, port, channel, true)
    case .control(let channel, let controller, _) where controller == Controller.allSoundOff || controller >= Controller.allNotesOff:
      // 124 to 127 change the mode, which ends all notes as well.
      while let end = ports[port]?.notes.takeFirst(of: channel) { also(MIDIMessage(end)) }
    case .bend(let channel, let bend): Self.set(&ports[port, default: Held()].bends, channel, bend != Controller.unbent)
    default: break
    }
  }

  /// A port is gone, or was reset. - Parameter end: told what lets go of all that it holds; the pedals behind the notes, so that what they hold besides ends with them.
  package mutating func lose(_ port: MIDIAddress, _ end: (End) -> Void) {
    guard let held = letGo(port, end) else { return }
    for (place, controller) in Controller.kept.enumerated() {
      for channel in Self.channels where held.moved[place] >> UInt16(channel) & 1 == 1 {
        end(.rest(channel: channel, controller: controller))
      }
    }
  }

  /// Of the ports that are left only these are there.
  package mutating func keep(_ there: Set<MIDIAddress>, _ end: (End) -> Void) {
    for port in Array(ports.keys) where !there.contains(port) { lose(port, end) }
  }

  /// Nobody knows what was lost: notes, pedals and bends end. Controllers stay where they were heard last, because the ports are still there.
  package mutating func doubt(_ end: (End) -> Void) {
    for port in Array(ports.keys) {
      guard let held = letGo(port, end) else { continue }
      ports[port] = Held(moved: held.moved)
    }
  }

  /// - Returns: what the port held.
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
