import MIDI
import Testing

/// Bytes of a wire.
@Suite struct MIDIParserTests {
  private func parse(_ bytes: [UInt8]) -> [MIDIMessage] {
    var parser = MIDIParser()
    return bytes.compactMap { parser.take($0) }
  }

  @Test func everyKindIsRead() {
    let bytes: [UInt8] = [
      0x83, 60, 1, 0x9F, 61, 2, 0xA0, 62, 3, 0xB1, 7, 100, 0xC2, 5, 0xD3, 6, 0xE4, 0x01, 0x40, 0xF1, 9, 0xF2, 2, 1, 0xF3, 4, 0xF6, 0xF8,
      0xFA, 0xFB, 0xFC, 0xFE, 0xFF,
    ]
    let all: [MIDIMessage] = [
      .noteOff(channel: 3, note: 60, velocity: 1), .noteOn(channel: 15, note: 61, velocity: 2),
      .keyPressure(channel: 0, note: 62, pressure: 3), .control(channel: 1, controller: 7, value: 100), .program(channel: 2, program: 5),
      .channelPressure(channel: 3, pressure: 6), .bend(channel: 4, bend: 8193), .quarterFrame(9), .songPosition(130), .songSelect(4),
      .tuneRequest, .clock, .start, .continue, .stop, .activeSensing, .reset,
    ]
    #expect(parse(bytes) == all)
  }

  @Test func runningStatusGoesOnUntilASystemMessage() {
    let on = { (note: UInt8) in MIDIMessage.noteOn(channel: 0, note: note, velocity: 64) }
    #expect(parse([0x90, 60, 64, 62, 64, 0xF8, 64, 64]) == [on(60), on(62), .clock, on(64)])
    #expect(parse([0x90, 60, 64, 0xF6, 62, 64]) == [on(60), .tuneRequest], "a common message ends it")
    #expect(parse([0x90, 60, 64, 0xF0, 1, 0xF7, 62, 64]) == [on(60)])
    #expect(parse([0xC0, 1, 2, 3]).count == 3)
  }

  @Test func theClockComesWithinOtherMessages() {
    #expect(parse([0x90, 0xF8, 60, 0xFA, 64]) == [.clock, .start, .noteOn(channel: 0, note: 60, velocity: 64)])
    #expect(parse([0xF0, 1, 0xF8, 2, 0xF7, 0x80, 1, 2]) == [.clock, .noteOff(channel: 0, note: 1, velocity: 2)])
    #expect(parse([0xF2, 1, 0xF8, 2]) == [.clock, .songPosition(257)])
  }

  @Test func aMegabyteOfSystemExclusiveIsSkipped() {
    var parser = MIDIParser()
    #expect(parser.take(0xF0) == nil)
    for i in 0..<1_000_000 where parser.take(UInt8(i & 127)) != nil { Issue.record("a message at \(i)") }
    #expect(parser.isInExclusive && parser.exclusiveBytes == 1_000_000)
    #expect(parser.take(0xF7) == nil && !parser.isInExclusive)
    #expect(parser.take(0x90) == nil && parser.take(1) == nil && parser.take(2) == .noteOn(channel: 0, note: 1, velocity: 2))
    #expect(parser.strays == 0 && parser.cut == 0)
  }

  @Test func nonsenseIsCountedAndLeftOut() {
    var parser = MIDIParser()
    for byte in [1, 2, 3, 0xF4, 0xF5, 0xF7, 0xF9, 0xFD] as [UInt8] { #expect(parser.take(byte) == nil) }
    #expect(parser.strays == 8 && parser.cut == 0)
    for byte in [0x90, 60, 0x80, 60, 0xB0, 0xB0, 7] as [UInt8] { #expect(parser.take(byte) == nil) }
    #expect(parser.cut == 3)
    #expect(parser.take(9) == .control(channel: 0, controller: 7, value: 9))
    parser.interrupt()
    #expect(parser.cut == 3 && parser.strays == 8)
  }

  @Test func theWriterLeavesAStatusOutOnlyWhereItMay() {
    var writer = MIDIWriter(usesRunningStatus: true)
    var bytes: [UInt8] = []
    let note = MIDIMessage.noteOn(channel: 1, note: 2, velocity: 3)
    for message in [note, note, .clock, note, .songSelect(1), note] { writer.write(message, to: &bytes) }
    #expect(bytes == [0x91, 2, 3, 2, 3, 0xF8, 2, 3, 0xF3, 1, 0x91, 2, 3])
    writer.beginAnew()
    writer.write(note, to: &bytes)
    #expect(bytes.suffix(3) == [0x91, 2, 3])
  }

  @Test func theWriterRefusesWhatTheWireCannotCarry() {
    var writer = MIDIWriter()
    var bytes: [UInt8] = []
    let wrong: [MIDIMessage] = [
      .noteOn(channel: 16, note: 0, velocity: 0), .noteOff(channel: 0, note: 128, velocity: 0),
      .control(channel: 0, controller: 0, value: 128),
      .bend(channel: 0, bend: 16384), .songPosition(16384), .songSelect(128), .program(channel: 255, program: 0), .quarterFrame(200),
    ]
    for message in wrong { #expect(!message.isValid && !writer.write(message, to: &bytes)) }
    #expect(bytes.isEmpty)
  }
}
