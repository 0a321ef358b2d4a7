import Foundation
import GestureFlowAPI
import MIDI
import Realtime
import Supervisor
import Testing

/// Sends random messages for GESTUREFLOW_MIDI_SECONDS (`make test-long`: ten minutes). Nothing traps, no note
/// stays and no memory grows.
@Suite struct MIDIStormTests {
  @Test func `in a storm of MIDI no note is left`() throws {
    let asked = Double(ProcessInfo.processInfo.environment["GESTUREFLOW_MIDI_SECONDS"] ?? "")
    let storm = try MIDIStorm(seed: 12)
    defer { storm.stop() }
    let begun = Clock.seconds
    // Runs each way in which notes end, or for the requested time.
    let isEnough = { (rounds: Int) in rounds >= MIDIStorm.End.allCases.count && Clock.seconds - begun >= asked ?? 0 }
    var round = 0
    var memory: Double?
    repeat {
      if round % 4 == 1 { try storm.studio.box.carryOut(Command(.midiLearn, text: ["tone", "fuzz", "waveform"][round / 4 % 3])) }
      storm.fuzz()
      storm.exclusive()
      storm.clock()
      if round % 3 == 2 { storm.overrun() }
      storm.flood()
      // Learned messages do not play notes, so not every chord sounds.
      let heard = storm.chord()
      storm.end(MIDIStorm.End.allCases[round % MIDIStorm.End.allCases.count])
      let isSilent = storm.isSilent
      let state = storm.studio.box.engine.instrument.state
      let words =
        "round \(round): heard \(heard), \(state.sounding.count) held, \(state.voices) voices, \(state.begun) begun, \(state.ended) ended"
      try #require(heard && isSilent, "\(words)")
      #expect(state.resets == 0 && (20...400).contains(storm.studio.box.instrument.values.tempo))
      round += 1
      // The first seconds allocate permanent memory.
      if memory == nil, Clock.seconds - begun > 30 { memory = ProcessFigures.memoryMB.now }
    } while !isEnough(round)
    #expect(storm.received > round * 10_000)
    // With other tests in the same process, the owner of the memory is unknown.
    if asked != nil, let memory {
      let now = ProcessFigures.memoryMB.now
      #expect(now - memory < 16, "\(memory) MB, and \(now) MB after \(round) rounds")
    }
  }
}
