import Notes

/// Notes as messages: a begin with velocity 0 is an end on the wire, so ends are told apart here.
extension MIDIMessage {
  /// A note's begin or end.
  package init(_ note: NoteMessage) {
    self =
      note.isOn
      ? .noteOn(channel: note.channel, note: note.note, velocity: note.velocity)
      : .noteOff(channel: note.channel, note: note.note, velocity: 0)
  }

  /// The note that it begins or ends; nil for other messages.
  public var asNote: NoteMessage? {
    switch self {
    case .noteOn(let channel, let note, let velocity): NoteMessage(channel: channel, note: note, velocity: velocity)
    case .noteOff(let channel, let note, _): NoteMessage(channel: channel, note: note, velocity: 0)
    default: nil
    }
  }
}

/// Numbers of the controllers that are sent, and that are heard.
package enum Controller {
  package static let modulation: UInt8 = 1
  package static let dataEntry: UInt8 = 6
  package static let expression: UInt8 = 11
  package static let pedal: UInt8 = 64
  package static let dataEntryFine: UInt8 = 38
  /// The third dimension of MPE, and "brightness" elsewhere.
  package static let depth: UInt8 = 74
  package static let parameterFine: UInt8 = 100
  package static let parameter: UInt8 = 101
  package static let allSoundOff: UInt8 = 120
  /// All controllers of a channel are as at first.
  package static let reset: UInt8 = 121
  package static let allNotesOff: UInt8 = 123
  /// A pedal's least value that is down.
  package static let down: UInt8 = 64
  /// Expression where it takes nothing away.
  package static let most: UInt8 = 127
  /// A bend's middle.
  package static let unbent: UInt16 = 8192
  /// Controllers that change a channel's notes for good, and the value at which each does nothing (MIDI's RP-015, of a reset; the middle of depth, which that leaves alone).
  package static let rests: [UInt8: UInt8] = [modulation: 0, expression: most, pedal: 0, depth: 64]
  /// Those that stay where they were moved: a pedal is let go, and these are not.
  package static let kept = [modulation, expression, depth]
}
