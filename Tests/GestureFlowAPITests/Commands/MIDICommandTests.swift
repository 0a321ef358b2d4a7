import Foundation
import GestureFlowAPI
import Testing

/// Tests of the words for MIDI ports, and of their JSON form.
@Suite struct MIDICommandTests {
  @Test func `a port is named`() throws {
    #expect(try Command(.midiConnect, text: "Keys:Keys MIDI 1") == .midiConnect("Keys:Keys MIDI 1"))
    #expect(try Command(.midiDisconnect, text: "24:0") == .midiDisconnect("24:0"))
    for command in [Command.midiConnect("Keys"), .midiDisconnect("Keys")] { #expect(try Command(command.body) == command) }
  }

  @Test func `without a name it is refused`() {
    #expect(throws: Problem.self) { try Command(.midiConnect) }
    #expect(throws: Problem.self) { try Command(.midiDisconnect, text: "") }
    #expect(throws: Problem.self) { try Command(.midiConnect, number: 24) }
  }

  @Test func `a parameter is learned and forgotten`() throws {
    #expect(try Command(.midiLearn, text: "mute 1") == .midiLearn("mute 1"))
    #expect(try Command.read(Data(#"{"command":"midiForget","text":"volume"}"#.utf8)) == .midiForget("volume"))
    for command in [Command.midiLearn("volume"), .midiForget("solo 4"), .midiLearnCancel] { #expect(try Command(command.body) == command) }
  }

  @Test func `an unknown target is answered with the list of targets`() {
    for text in ["warp", "volume 5", "Volume", "volume  1", ""] {
      let problem = #expect(throws: Problem.self) { try Command(.midiLearn, text: text) }
      #expect(problem?.field == "text" && problem?.detail.contains("volume 4, pitch 1") == true, "\(text)")
    }
    #expect(throws: Problem.self) { try Command(.midiForget) }
    #expect(throws: Problem.self) { try Command(.midiLearnCancel, text: "volume") }
  }
}
