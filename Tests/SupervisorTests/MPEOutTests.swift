import GestureFlowAPI
import Gestures
import MIDI
import MIDIDoubles
import Modes
import Notes
import Settings
import Sound
import Supervisor
import TestSupport
import Testing

/// A hand's dynamics with MPE: the pressure of its member channel.
@Suite struct MPEOutTests {
  private static func notes(_ expression: Float) -> PlayedNotes {
    var notes = PlayedNotes()
    notes.append(PlayedNote(Source(SourceID(.hand, 1), expression: expression, gate: true), note: 69, velocity: 100, stroke: 1))
    return notes
  }

  @Test func `a hand's dynamics go out as pressure of its member`() throws {
    let (engine, world) = (SoundEngine(), MIDIWorld(isLive: true))
    let keys = world.plug(20, "Keys")
    var configuration = Configuration()
    configuration.midiMPE = true
    let part = MIDIPart(engine, configuration: configuration, device: { SequencerDouble(world) }) { _ in }
    try part.start()
    defer { part.stop() }
    var controls = Controls(engine)
    controls.set(mode: .instrument)
    controls.instrument.attach(part)
    controls.instrument.set { $0.output = .both }
    #expect(waitUntil { part.status.ports.first?.connected == true })
    var heard: [MIDIMessage] = []
    func hears(_ message: MIDIMessage) -> Bool {
      waitUntil {
        heard += world.takeHeard(keys)
        return heard.contains(message)
      }
    }
    let begin = MIDIMessage.noteOn(channel: 1, note: 69, velocity: 100)
    for (fingers, pressure) in [(2, 51), (5, 127), (1, 25)] as [(Int, UInt8)] {
      controls.hands(ControlFrame(time: 1, handsPresent: true, values: .instrument(Self.notes(Float(fingers) / 5))), [])
      #expect(hears(.channelPressure(channel: 1, pressure: pressure)) && hears(begin), "\(fingers) fingers")
    }
    let first = try #require(heard.firstIndex(of: .channelPressure(channel: 1, pressure: 51)))
    #expect(first < heard.firstIndex(of: begin) ?? 0, "it begins as loud as it is played")
    #expect(heard.filter { $0 == begin }.count == 1 && !heard.contains { if case .control(_, 11, _) = $0 { true } else { false } })
  }

  @Test(arguments: [0.2, 0.6, 1] as [Float])
  func `a box that hears another one's hand plays it as loud as the other does`(expression: Float) throws {
    let (here, there) = (try Studio(.instrument), try Studio(.instrument))
    var settings = MIDISettings()
    settings.isMPE = true
    var out = MIDIOut(settings)
    var messages: [MIDIMessage] = []
    out.begin(&messages)
    // The keys of the zone have pressure.
    out.play(.hand, Self.notes(expression), at: 0, &messages)
    here.box.engine.instrument.play(.hand, Self.notes(expression))
    for message in messages { there.hear(message) }
    for studio in [here, there] { studio.render(300) }
    let (own, others) = (here.box.engine.instrument.state.peak, there.box.engine.instrument.state.peak)
    #expect(own > 0.001 && abs(others / own - 1) < 0.05, "\(own) and \(others)")
  }
}
