import Notes

/// An input from MIDI.
public enum MIDIInput: Sendable, Equatable {
  /// A message from any connected port. `at` is its arrival in seconds of `Clock`. Every note that begins also gets
  /// an end, even when its port is unplugged or input was lost.
  case message(MIDIMessage, at: Double)
  /// A controller must return to the value where it does nothing. That value is in `Controller.rests`; the port that
  /// moved the controller is gone. This is not a message, so learned controls do not receive it.
  case rest(channel: UInt8, controller: UInt8)
  /// Number of bytes of a system exclusive message. The bytes are not kept.
  case systemExclusive(bytes: Int)
  /// The queue dropped messages that came faster than the consumer took them. Sent once for each flood.
  case missed
}

/// A set of notes by channel and number: a bit each.
struct NoteSet: Sendable, BitwiseCopyable {
  private var words = InlineArray<32, UInt64>(repeating: 0)

  /// Whether the set contains a note.
  /// - Parameters: `channel` 0...15, `note` 0...127.
  subscript(channel: UInt8, note: UInt8) -> Bool {
    get { words[Int(channel & 15) * 2 + Int(note >> 6 & 1)] >> UInt64(note & 63) & 1 == 1 }
    set {
      let bit = UInt64(1) << UInt64(note & 63)
      let word = Int(channel & 15) * 2 + Int(note >> 6 & 1)
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }

  /// Removes and returns the lowest note.
  /// - Parameter channel: restricts the search to this channel.
  mutating func takeFirst(of channel: UInt8? = nil) -> NoteMessage? {
    let range = channel.map { Int($0 & 15) * 2..<Int($0 & 15) * 2 + 2 } ?? 0..<32
    for word in range where words[word] != 0 {
      let bit = words[word].trailingZeroBitCount
      words[word] &= words[word] - 1
      return NoteMessage(channel: UInt8(word / 2), note: UInt8(word % 2 * 64 + bit), velocity: 0)
    }
    return nil
  }
}
