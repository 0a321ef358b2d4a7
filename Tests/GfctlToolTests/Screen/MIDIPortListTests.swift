import GestureFlowAPI
import GfctlTool
import Testing

/// The output of `gfctl midi ports`.
@Suite struct MIDIPortListTests {
  @Test func `each port has its line`() {
    var midi = MIDIStatus(available: true)
    (midi.sent, midi.received) = (12, 3)
    midi.ports = [
      MIDIPortStatus(name: "Keys MIDI 1", client: "Keys", direction: .both, connected: true),
      MIDIPortStatus(name: "In\u{1B}[2J", client: "Synth", direction: .in, connected: false),
    ]
    let lines = MIDIPortList.text(midi).split(separator: "\n")
    #expect(lines[0] == "GestureFlow:Prospero   12 sent, 3 received")
    #expect(lines[1] == "connected  both ways    Keys:Keys MIDI 1")
    #expect(lines[2].hasPrefix("-          takes notes  Synth:In") && !lines[2].contains("\u{1B}") && lines.count == 3)
  }

  @Test func `a fault is reported`() {
    #expect(MIDIPortList.text(nil) == "this box has no MIDI")
    let missing = MIDIPortList.text(MIDIStatus(available: false, problem: "there is no MIDI sequencer: load it"))
    #expect(missing.hasSuffix("\nthere is no MIDI sequencer: load it"))
    #expect(MIDIPortList.text(MIDIStatus(available: true)).contains("plug a device in"))
  }
}
