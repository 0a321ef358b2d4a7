import MIDI
import TestSupport
import Testing

/// Packets of MIDI over Bluetooth Low Energy.
@Suite struct BLEMIDITests {
  private let on = MIDIMessage.noteOn(channel: 0, note: 60, velocity: 64)
  private func decode(_ packet: [UInt8]) -> [BLEMIDIPacket.Stamped] {
    var decoder = BLEMIDIDecoder()
    return decoder.take(packet)
  }
  private func stamped(_ stamp: UInt16, _ message: MIDIMessage) -> BLEMIDIPacket.Stamped {
    BLEMIDIPacket.Stamped(stamp: stamp, message: message)
  }

  /// The cases that the specification shows.
  @Test func runningStatusWithAndWithoutStamps() {
    #expect(decode([0x81, 0x85, 0x90, 60, 64]) == [stamped(133, on)])
    #expect(decode([0x81, 0x85, 0x90, 60, 64, 60, 64]) == [stamped(133, on), stamped(133, on)])
    #expect(decode([0x81, 0x85, 0x90, 60, 64, 0x86, 60, 64]) == [stamped(133, on), stamped(134, on)])
    #expect(decode([0x81, 0x85, 0x90, 60, 64, 0x86, 0xF8, 0x87, 60, 64]) == [stamped(133, on), stamped(134, .clock), stamped(135, on)])
  }

  @Test func lowerBitsThatBecomeLessAreALaterStamp() {
    #expect(decode([0x80, 0xFF, 0xF8, 0x80, 0xF8]).map(\.stamp) == [127, 128])
    #expect(decode([0xBF, 0xFF, 0xF8, 0x80, 0xF8]).map(\.stamp) == [8191, 0], "and go round")
  }

  @Test func whatMakesNoSenseIsRefusedFromThereOn() {
    var decoder = BLEMIDIDecoder()
    let wrong: [[UInt8]] = [
      [0x40, 0x85, 0xF8], [0xC0, 0x85, 0xF8], [0x80, 60, 64], [0x80, 0x85], [0x80, 0x85, 0x90], [0x80, 0x85, 0x90, 60],
      [0x80, 0x85, 0x90, 60, 0x85], [0x80, 0x85, 0xF4], [0x80, 0x85, 0xF7],
    ]
    for packet in wrong { #expect(decoder.take(packet).isEmpty, "\(packet)") }
    #expect(decoder.refused == wrong.count)
    #expect(decoder.take([]).isEmpty && decoder.take([0x80]).isEmpty && decoder.refused == wrong.count)
    #expect(decoder.take([0x80, 0x85, 0x90, 60, 64, 0x86, 60]).count == 1, "what came before counts")
    #expect(decoder.take([0x80, 0x85, 60, 64]).isEmpty, "no running status from packet to packet")
  }

  @Test func systemExclusiveGoesOverPacketsWithTheClockBetween() {
    var decoder = BLEMIDIDecoder()
    #expect(decoder.take([0x80, 0x85, 0xF0, 1, 2, 3]).isEmpty && decoder.isInExclusive)
    #expect(decoder.take([0x80, 4, 5, 0x86, 0xF8, 6]) == [stamped(6, .clock)])
    #expect(decoder.take([0x80, 7, 0x87, 0xF7, 0x87, 0x90, 60, 64]) == [stamped(7, on)])
    #expect(!decoder.isInExclusive && decoder.exclusiveBytes == 7 && decoder.refused == 0)
    _ = decoder.take([0x80, 0x85, 0xF0, 1])
    decoder.interrupt()
    #expect(decoder.take([0x80, 2, 3]).isEmpty && decoder.refused == 1)
    _ = decoder.take([0x80, 0x85, 0xF0, 1])
    #expect(decoder.take([0x80, 0x85, 0x90, 60, 64]) == [stamped(5, on)], "another message ends it")
  }

  /// Whatever is sent comes back with its stamp, in packets that are no longer than was agreed on.
  @Test(arguments: [5, 6, 20, 64, 182]) func whatIsPackedIsRead(_ size: Int) {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix(seed)
      var stamp = UInt16(random.below(8192))
      let messages = (0..<60).map { _ in
        stamp &+= UInt16([0, 0, 1, 40, 127, 128, 3000][random.below(7)])
        let message = random.below(2) == 0 ? on : random.message()
        return stamped(stamp, message)
      }
      let packets = BLEMIDIEncoder(size: size).packets(messages)
      var decoder = BLEMIDIDecoder()
      let found = packets.flatMap { decoder.take($0) }
      #expect(found == messages && decoder.refused == 0, "seed \(seed)")
      #expect(packets.allSatisfy { $0.count <= size && $0.count > 1 }, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 5, 6, 7, 20, 23]) func systemExclusiveIsSplitAndReadToItsEnd(_ size: Int) {
    for count in [0, 1, 2, 3, 15, 16, 17, 18, 19, 20, 200, 1000] {
      let packets = BLEMIDIEncoder(size: size).packets(exclusive: (0..<count).map { UInt8($0 % 128) }, stamp: 300)
      var decoder = BLEMIDIDecoder()
      for packet in packets {
        #expect(packet.count <= max(size, BLEMIDIPacket.leastSize))
        #expect(decoder.take(packet).isEmpty)
      }
      #expect(!decoder.isInExclusive && decoder.exclusiveBytes == count && decoder.refused == 0, "\(count) bytes in packets of \(size)")
      #expect(packets.allSatisfy { $0[0] == 0x82 } && packets.last?.suffix(2) == [0xAC, 0xF7])
    }
  }

  @Test func nothingIsSentThatTheWireCannotCarry() {
    let wrong = [stamped(1, .noteOn(channel: 16, note: 0, velocity: 0)), stamped(1, .bend(channel: 0, bend: 20_000))]
    #expect(BLEMIDIEncoder().packets(wrong).isEmpty)
    #expect(BLEMIDIEncoder().packets(exclusive: [200, 1, 255], stamp: 0) == [[0x80, 0x80, 0xF0, 1, 0x80, 0xF7]])
  }
}
