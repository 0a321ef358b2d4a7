import Notes

/// A type that plays a ledger's messages on the synthesizer. It also counts the notes begun and ended.
struct NoteSender: BitwiseCopyable {
  /// Number of notes begun and ended so far.
  private(set) var begun = 0
  private(set) var ended = 0

  /// Plays messages of a ledger on the synthesizer.
  /// - Parameter first: the synthesizer's source for channel 0 of the ledger.
  @_noLocks mutating func rtPlay(_ messages: NoteMessages, on synth: inout Synth, first: Int) {
    let count = messages.count
    if count == 2, messages[0].velocity > 0, messages[1].velocity == 0 {
      // A begin before an end means a legato change of note.
      let (next, last) = (messages[0], messages[1])
      synth.rtGlide(source: first &+ Int(next.channel), from: Int(last.note), to: Int(next.note), velocity: Self.rtLevel(next.velocity))
      begun &+= 1
      ended &+= 1
      return
    }
    for i in 0..<count {
      let message = messages[i]
      let source = first &+ Int(message.channel)
      if message.velocity > 0 {
        // A note without a predecessor begins at its own pitch. A note struck while the last one is held glides.
        if i == 0, !synth.rtHolds(source: source) { synth.rtForget(source: source) }
        synth.rtOn(source: source, key: Int(message.note), velocity: Self.rtLevel(message.velocity))
        begun &+= 1
      } else {
        synth.rtOff(source: source, key: Int(message.note))
        ended &+= 1
      }
    }
  }

  @_noLocks private static func rtLevel(_ velocity: UInt8) -> Float { Float(velocity) / 127 }
}
