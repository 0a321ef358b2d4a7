import MIDI
import TestSupport
import Testing

/// What comes from anywhere is nothing or a message.
@Suite struct MIDIFuzzTests {
  @Test func tenThousandRandomStreamsGiveOnlyValidMessages() {
    var random = SplitMix(12)
    var found = 0, wrong = 0
    for _ in 0..<10_000 {
      var parser = MIDIParser()
      for byte in random.bytes(random.below(200)) {
        guard let message = parser.take(byte) else { continue }
        found += 1
        if !message.isValid { wrong += 1 }
      }
    }
    #expect(wrong == 0 && found > 10_000)
  }

  /// Every message comes back, with real-time bytes anywhere, with running status and without.
  @Test(arguments: [false, true]) func whatIsWrittenIsRead(_ usesRunningStatus: Bool) {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix(seed)
      var writer = MIDIWriter(usesRunningStatus: usesRunningStatus)
      var bytes: [UInt8] = []
      let messages = (0..<100).map { _ in random.message() }
      for message in messages { writer.write(message, to: &bytes) }
      var parser = MIDIParser()
      var found: [MIDIMessage] = []
      var ticks = 0
      for byte in bytes {
        if random.below(10) == 0, let tick = parser.take(0xF8), tick == .clock { ticks += 1 }
        if let message = parser.take(byte) { found.append(message) }
      }
      #expect(found == messages && parser.strays == 0 && parser.cut == 0 && ticks > 0, "seed \(seed)")
    }
  }

  /// In whatever state a stream leaves the parser, a whole message is read after it.
  @Test func aMessageBehindNonsenseIsRead() {
    var random = SplitMix(3)
    var parser = MIDIParser()
    for _ in 0..<5000 {
      for byte in random.bytes(random.below(20)) { _ = parser.take(byte) }
      #expect([0x93, 60, 61].compactMap { parser.take($0) } == [.noteOn(channel: 3, note: 60, velocity: 61)])
    }
  }
}
