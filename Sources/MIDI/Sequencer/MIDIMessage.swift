import Notes

/// A MIDI message as it goes over a wire, out or in; system exclusive ones are no part of it.
public enum MIDIMessage: Sendable, Equatable, BitwiseCopyable {
  /// A note's begin or end.
  case note(NoteMessage)
  /// `channel` 0...15, `controller` and `value` 0...127.
  case control(channel: UInt8, controller: UInt8, value: UInt8)
  /// `channel` 0...15, `value` -8192...8191, of the bend's range.
  case bend(channel: UInt8, value: Int16)
  /// Channel pressure: `channel` 0...15, `value` 0...127.
  case pressure(channel: UInt8, value: UInt8)
  /// A 24th of a quarter note has passed.
  case clock
  /// From the beginning, with the next clock.
  case start
  /// From where it stopped, with the next clock.
  case resume
  /// It stops.
  case stop
  /// Where `resume` goes on: sixteenth notes from the beginning, 0...16383.
  case songPosition(sixteenths: UInt16)
}

/// Numbers of the controllers that are sent.
package enum Controller {
  package static let modulation: UInt8 = 1
  package static let dataEntry: UInt8 = 6
  package static let expression: UInt8 = 11
  package static let dataEntryFine: UInt8 = 38
  /// The third dimension of MPE, and "brightness" elsewhere.
  package static let depth: UInt8 = 74
  package static let parameterFine: UInt8 = 100
  package static let parameter: UInt8 = 101
  package static let allSoundOff: UInt8 = 120
  package static let allNotesOff: UInt8 = 123
}
