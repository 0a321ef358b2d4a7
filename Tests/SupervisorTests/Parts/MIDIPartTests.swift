import Foundation
import GestureFlowAPI
import MIDI
import MIDIDoubles
import Modes
import Notes
import Realtime
import Settings
import Sound
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Counts rounds.
private final class Rounds: Sendable {
  private let state = Mutex((count: 0, last: 0))
  var count: Int { state.withLock { $0.count } }
  var last: Int { state.withLock { $0.last } }
  func add(isLast: Bool) { state.withLock { if isLast { $0.last += 1 } else { $0.count += 1 } } }
}

/// The MIDI port as a component of the box.
@Suite struct MIDIPartTests {
  @Test func `without a sequencer the part is missing and says what to do`() throws {
    let place = FileManager.default.temporaryDirectory.path + "/no-sequencer"
    let part = MIDIPart(SoundEngine(), configuration: Configuration(), device: { ALSASequencer(path: place) }) { _ in }
    try part.start()
    defer { part.stop() }
    #expect(waitUntil { part.status.problem != nil })
    guard case .missing(let why) = part.condition else {
      Issue.record("a box without MIDI is not ill: \(part.condition)")
      return
    }
    #expect(why.contains("modprobe snd-seq") && !part.status.available)
    part.set(takesNew: true)
    part.play(.hand, PlayedNotes(), captureTime: 0)
    part.panic()
    #expect(part.port.settings.isHeard)
  }

  private func note(_ number: UInt8, stroke: UInt32) -> PlayedNotes {
    var notes = PlayedNotes()
    notes.append(PlayedNote(Source(SourceID(.hand, 1), gate: true), note: number, velocity: 96, stroke: stroke))
    return notes
  }

  /// The supervisor polls ten times a second. It must not stop the component before its port has looked for the
  /// sequencer again.
  @Test func `a sequencer that is gone for a moment is played again`() throws {
    let world = MIDIWorld(isLive: true)
    let keys = world.plug(20, "Keys")
    world.with { $0.isThere = false }
    let rounds = Rounds()
    let part = MIDIPart(SoundEngine(), configuration: Configuration(), device: { SequencerDouble(world) }) { _ in
    } onRound: { _, isLast in
      rounds.add(isLast: isLast)
      return ([], false)
    }
    var runner = ComponentRunner(part)
    defer { runner.stop() }
    var told: [ComponentRunner.Change] = []
    func comes(_ state: PartStatus.State) -> Bool {
      waitUntil {
        let change = runner.look(at: Clock.seconds)
        if change != .none { told.append(change) }
        return runner.status.state == state
      }
    }
    func hears(_ note: UInt8) -> Bool {
      waitUntil { world.takeHeard(keys).contains(.noteOn(channel: 0, note: note, velocity: 96)) }
    }
    part.set(takesNew: true)
    #expect(comes(.off) && runner.look(at: Clock.seconds) == .none, "it is told once")
    world.with { $0.isThere = true }
    #expect(comes(.running) && waitUntil { part.status.ports.first?.connected == true })
    part.play(.hand, note(60, stroke: 1), captureTime: 0)
    #expect(hears(60))
    // One message fails, as when its device is gone. The device stays away until the supervisor has polled.
    world.with { ($0.faults[$0.outputs + 1], $0.holdsOpen) = (-Int(ENODEV), true) }
    part.play(.hand, note(62, stroke: 2), captureTime: 0)
    #expect(comes(.off) && part.status.problem?.contains("the MIDI sequencer is gone") == true)
    world.with { $0.holdsOpen = false }
    #expect(comes(.running) && waitUntil { part.status.ports.first?.connected == true })
    part.play(.hand, note(64, stroke: 3), captureTime: 0)
    #expect(hears(64))
    #expect(rounds.last == 0, "it was never stopped")
    let kinds = told.map { change in
      switch change {
      case .off: "off"
      case .works: "works"
      default: "\(change)"
      }
    }
    #expect(kinds == ["off", "works", "off", "works"])
  }

  private func part(_ rounds: Rounds, goesOn: Bool) -> MIDIPart {
    MIDIPart(SoundEngine(), configuration: Configuration(), device: { SequencerDouble(MIDIWorld(isLive: true)) }) { _ in
    } onRound: { _, isLast in
      rounds.add(isLast: isLast)
      return ([], goesOn)
    }
  }

  /// A thread with work runs beside it and measures the time.
  @Test func `an idle thread rests until it is woken`() throws {
    let resting = Rounds(), busy = Rounds()
    let (one, other) = (part(resting, goesOn: false), part(busy, goesOn: true))
    try one.start()
    #expect(waitUntil { resting.count == 1 })
    try other.start()
    #expect(waitUntil { busy.count > 20 } && resting.count == 1)
    let begun = Clock.seconds
    for _ in 0..<1000 { one.wake() }
    // One round for each of its pauses. This thread may be too late to signal in some of them.
    let most = 3 + Int((Clock.seconds - begun) * 1e6 / Double(MIDIPart.pause))
    let before = busy.count
    #expect(waitUntil { resting.count > 1 && busy.count > before + 20 })
    #expect(resting.count <= most, "rung a thousand times, it came \(resting.count - 1) times")
    one.stop()
    other.stop()
    #expect(resting.last == 1 && busy.last == 1, "also one that rests is told the end")
  }

  @Test func `the configuration says how notes go out`() {
    var configuration = Configuration()
    (configuration.midiChannel, configuration.midiMPE, configuration.midiConnect) = (7, true, "keys")
    let part = MIDIPart(SoundEngine(), configuration: configuration) { _ in }
    #expect(part.port.settings.channel == 7 && part.port.settings.isMPE && part.port.settings.connect == "keys")
    part.set(takesNew: true)
    configuration.midiChannel = 3
    part.configure(configuration)
    #expect(part.port.settings.channel == 3 && part.port.settings.isHeard)
  }
}
