import Notes

/// Conversion between notes and messages. A begin with velocity 0 counts as an end in MIDI, so ends get their own
/// message.
extension MIDIMessage {
  /// Creates the message of a note's begin or end.
  package init(_ note: NoteMessage) {
    self =
      note.isOn
      ? .noteOn(channel: note.channel, note: note.note, velocity: note.velocity)
      : .noteOff(channel: note.channel, note: note.note, velocity: 0)
  }

  /// The note that the message begins or ends; nil for other messages.
  public var asNote: NoteMessage? {
    switch self {
    case .noteOn(let channel, let note, let velocity): NoteMessage(channel: channel, note: note, velocity: velocity)
    case .noteOff(let channel, let note, _): NoteMessage(channel: channel, note: note, velocity: 0)
    default: nil
    }
  }
}

/// Numbers of the controllers that the box sends and receives.
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
  /// Resets all controllers of a channel.
  package static let reset: UInt8 = 121
  package static let allNotesOff: UInt8 = 123
  /// Smallest pedal value that counts as down.
  package static let down: UInt8 = 64
  /// Largest expression, which does not reduce the volume.
  package static let most: UInt8 = 127
  /// Middle position of a bend.
  package static let unbent: UInt16 = 8192
  /// Controllers with a lasting effect on notes, and their neutral values. The values follow MIDI's RP-015 on resets.
  /// Depth rests at its middle, which a reset leaves alone.
  package static let rests: [UInt8: UInt8] = [modulation: 0, expression: most, pedal: 0, depth: 64]
  /// Controllers that keep their position. A pedal is released, these are not.
  package static let kept = [modulation, expression, depth]
}
