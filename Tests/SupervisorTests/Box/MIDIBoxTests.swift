import Foundation
import GestureFlowAPI
import MIDI
import MIDIDoubles
import Sound
import Supervisor
import TestSupport
import Testing

/// Tests of a running box with a device on its MIDI port.
@Suite(.serialized, .keptStems) struct MIDIBoxTests {
  @Test func `a device hears the clock and its knob is learned`() throws {
    try Places.withFolder { (folder: URL) throws in
      let world = MIDIWorld(isLive: true)
      let keys = world.plug(20, "Keys")
      let box = try Box.alone(in: folder, more: "[midi]\nclock-out = true\n", sequencer: { SequencerDouble(world) })
      var heard: [MIDIMessage] = []
      func hears(_ messages: MIDIMessage...) -> Bool {
        waitUntil {
          heard += world.takeHeard(keys)
          return heard.contains { messages.contains($0) }
        }
      }
      try box.runningBeside {
        #expect(waitUntil { box.status.midi?.ports.first?.connected == true })
        try box.carryOut(.mode(.stems))
        #expect(hears(.clock) && hears(.start, .continue))
        try box.carryOut(.pause)
        #expect(hears(.stop))
        try box.carryOut(.midiLearn("mute 1"))
        world.with { $0.inputs += [.message(.noteOn(channel: 9, note: 36, velocity: 90), from: keys)] }
        #expect(waitUntil { box.status.midi?.learned.first?.message == "note 36 channel 10" })
        world.with {
          $0.inputs += [
            .message(.noteOff(channel: 9, note: 36, velocity: 0), from: keys),
            .message(.noteOn(channel: 9, note: 36, velocity: 90), from: keys),
          ]
        }
        #expect(waitUntil { box.engine.stems.wanted.channels[0].isMuted })
        try box.carryOut(.play)
        heard = []
        #expect(hears(.continue))
      }
      heard += world.takeHeard(keys)
      #expect(heard.last { $0 == .stop || $0 == .continue || $0 == .start } == .stop, "a box that goes down says so")
    }
  }

  @Test func `a clock on the wire leads the stems`() throws {
    try Places.withFolder { (folder: URL) throws in
      let world = MIDIWorld(isLive: true)
      let keys = world.plug(20, "Keys")
      let box = try Box.alone(in: folder, more: "[tempo]\nsource = \"midi\"\n", sequencer: { SequencerDouble(world) })
      try box.runningBeside {
        try box.carryOut(.mode(.stems))
        #expect(waitUntil { !box.engine.stems.state.isSilent && box.status.midi?.ports.first?.connected == true })
        // The clock sets the tempo, and the status shows it, even if this thread ticks late. No other source
        // sets it.
        #expect(
          waitUntil {
            world.with { $0.inputs += [.message(.clock, from: keys)] }
            usleep(15_000)
            return box.status.midi?.clockBPM != nil && box.engine.stems.wanted.tempo != 1
          })
      }
    }
  }
}
