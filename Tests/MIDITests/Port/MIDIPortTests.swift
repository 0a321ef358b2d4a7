import Foundation
import GestureFlowAPI
import MIDI
import MIDIDoubles
import Notes
import Synchronization
import TestSupport
import Testing

/// Tests of the port with its threads, and of the real sequencer's first messages.
@Suite struct MIDIPortTests {
  private final class Ear: Sendable {
    let inputs = Mutex<[MIDIInput]>([])
  }

  @Test func `it plays and hears and is silent when it stops`() throws {
    let world = MIDIWorld(isLive: true)
    let keys = world.plug(20, "Keys")
    let ear = Ear()
    let port = MIDIPort(device: { SequencerDouble(world) }) { input in ear.inputs.withLock { $0.append(input) } }
    try port.start()
    #expect(waitUntil { port.status.ports.first?.connected == true })
    port.play(.hand, playing(played(SourceID(.hand, 1), 60)), heardAt: 0)
    world.with { $0.inputs.append(.message(on(64), from: keys)) }
    #expect(waitUntil { !ear.inputs.withLock { $0.isEmpty } })
    var wire: [MIDIMessage] = []
    #expect(
      waitUntil {
        wire += world.takeHeard(keys)
        return wire.contains(on(60))
      })
    port.stop()
    wire += world.takeHeard(keys)
    #expect(notes(wire) == [on(60), off(60)] && wire.last == cc(120, 0, channel: 15))
    let status = port.status
    #expect(status.sent >= wire.count && status.received == 1 && status.client == "GestureFlow" && status.port == "Prospero")
    #expect(ear.inputs.withLock { $0.count } == 2, "the note that was held has its end")
  }

  @Test func `a running port is not started twice`() throws {
    let world = MIDIWorld(isLive: true)
    world.plug(20, "Keys")
    let port = MIDIPort(device: { SequencerDouble(world) }) { _ in }
    try port.start()
    try port.start()
    #expect(waitUntil { port.status.ports.first?.connected == true })
    port.stop()
    #expect(world.with(\.opens) == 1 && !world.with(\.isOpen))
  }

  @Test func `a port that does not exist is refused with the reason`() throws {
    let world = MIDIWorld(isLive: true)
    world.plug(20, "Keys")
    let port = MIDIPort(device: { SequencerDouble(world) }) { _ in }
    try port.start()
    defer { port.stop() }
    #expect(waitUntil { port.status.ports.first?.connected == true })
    do {
      try port.connect("Piano")
      Issue.record("there is no such port")
    } catch { #expect("\(error)".contains("list the ports with gfctl midi ports")) }
    try port.disconnect("keys")
    #expect(waitUntil { port.status.ports.first?.connected == false })
    try port.connect("Keys:Keys MIDI 1")
    #expect(waitUntil { port.status.ports.first?.connected == true })
  }

  @Test func `without the kernels module the sequencer says what to do`() {
    let sequencer = ALSASequencer(path: "/dev/snd/no-sequencer")
    do throws(Failure) {
      try sequencer.open()
      Issue.record("there is no such device")
    } catch { #expect(error.description == "there is no MIDI sequencer (/dev/snd/no-sequencer): load it with 'sudo modprobe snd-seq'") }
    #expect(sequencer.ports() == nil && sequencer.output(.clock, to: MIDIAddress(client: 1, port: 0), at: 0) < 0)
    if case .failed = sequencer.input() {} else { Issue.record("a sequencer that is not open gives something") }
  }

  @Test func `messages written for ALSA are read the same`() {
    let all: [MIDIMessage] = [
      on(60, 1, channel: 15), off(127, channel: 3), cc(123, 127, channel: 8), .bend(channel: 4, bend: 0),
      .bend(channel: 4, bend: 16383),
      .channelPressure(channel: 5, pressure: 99), .clock, .start, .tuneRequest, .songSelect(3), .quarterFrame(7),
      .program(channel: 2, program: 127), .keyPressure(channel: 1, note: 2, pressure: 3), .continue, .stop, .songPosition(16383),
      .activeSensing,
    ]
    for message in all { #expect(ALSASequencer.read(message.event) == .message(message, from: MIDIAddress(client: 0, port: 0))) }
  }

  @Test func `numbers that no wire carries are not messages`() {
    for message: MIDIMessage in [on(60, 200), on(200), on(60, channel: 16), cc(200, 1), cc(1, 128), .bend(channel: 0, bend: 17192)] {
      #expect(ALSASequencer.read(message.event) == .ignored)
    }
  }
}
