import MIDI
import Testing

@Suite struct MIDIMessageTests {
  @Test(
    arguments: [
      .noteOn(channel: 16, note: 0, velocity: 0), .noteOff(channel: 0, note: 128, velocity: 0),
      .control(channel: 0, controller: 0, value: 128), .bend(channel: 0, bend: 16384), .songPosition(16384), .songSelect(128),
      .program(channel: 255, program: 0), .quarterFrame(200),
    ] as [MIDIMessage])
  func `a value that a wire cannot carry makes a message invalid`(message: MIDIMessage) {
    #expect(!message.isValid)
  }

  @Test(
    arguments: [
      .noteOn(channel: 15, note: 127, velocity: 127), .bend(channel: 0, bend: 16383), .songPosition(16383), .quarterFrame(127), .clock,
    ] as [MIDIMessage])
  func `the largest values that a wire carries are valid`(message: MIDIMessage) {
    #expect(message.isValid)
  }
}
