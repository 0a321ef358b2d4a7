import GestureFlowAPI
import Testing

/// The words for MIDI ports, and their way to JSON and back.
@Suite struct MIDICommandTests {
  @Test func aPortIsNamed() throws {
    #expect(try Command(.midiConnect, text: "Keys:Keys MIDI 1") == .midiConnect("Keys:Keys MIDI 1"))
    #expect(try Command(.midiDisconnect, text: "24:0") == .midiDisconnect("24:0"))
    for command in [Command.midiConnect("Keys"), .midiDisconnect("Keys")] { #expect(try Command(command.body) == command) }
  }

  @Test func withoutANameItIsRefused() {
    #expect(throws: Problem.self) { try Command(.midiConnect) }
    #expect(throws: Problem.self) { try Command(.midiDisconnect, text: "") }
    #expect(throws: Problem.self) { try Command(.midiConnect, number: 24) }
  }
}
