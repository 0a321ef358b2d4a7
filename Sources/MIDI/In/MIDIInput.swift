import Notes

/// What comes in by MIDI, for whoever makes something of it.
public enum MIDIInput: Sendable, Equatable {
  /// A message, from any port that is connected, and when it came, in seconds of `Clock`. For every note that begins an end is told, also when its port is pulled out or the cable was too fast.
  case message(MIDIMessage, at: Double)
  /// A port that moved a controller is gone: the channel's is to be where it does nothing (`Controller.rests`). It is no message, so nothing that was learned hears it.
  case rest(channel: UInt8, controller: UInt8)
  /// So many bytes of a system exclusive message. They are not kept.
  case systemExclusive(bytes: Int)
  /// Messages were left out here, because they came faster than they were taken. Told once for a flood.
  case missed
}

/// Notes by channel and number: a bit each.
struct NoteSet: Sendable, BitwiseCopyable {
  private var words = InlineArray<32, UInt64>(repeating: 0)

  /// - Parameters: `channel` 0...15, `note` 0...127.
  subscript(channel: UInt8, note: UInt8) -> Bool {
    get { words[Int(channel & 15) * 2 + Int(note >> 6 & 1)] >> UInt64(note & 63) & 1 == 1 }
    set {
      let bit = UInt64(1) << UInt64(note & 63)
      let word = Int(channel & 15) * 2 + Int(note >> 6 & 1)
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }

  /// Takes the lowest one out. - Parameter channel: of this one only.
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
