import GestureFlowAPI
import MIDI
import Realtime
import Supervisor
import TestSupport
import Testing

/// Tests of the times at which the MIDI thread may rest. That thread follows a clock and carries out commands
/// of knobs.
@Suite struct MIDIRestTests {
  @Test func `without a clock and a knob there is nothing to do`() throws {
    let studio = try Studio()
    let first = studio.round(at: studio.now)
    studio.box.inputs.hear(.message(.noteOn(channel: 0, note: 60, velocity: 64), at: studio.now))
    studio.box.inputs.hear(.message(.control(channel: 0, controller: 1, value: 64), at: studio.now))
    let second = studio.round(at: studio.now)
    #expect(!first && !second)
  }

  @Test func `a clock that comes is looked at until it is lost`() throws {
    let studio = try Studio()
    for _ in 0..<30 {
      studio.now += 0.02
      studio.box.inputs.hear(.message(.clock, at: studio.now))
    }
    let while0 = studio.round(at: studio.now), later = studio.round(at: studio.now + 0.4)
    #expect(while0 && later && studio.midi.clockBPM != nil)
    let lost = studio.round(at: studio.now + 0.6)
    #expect(!lost && studio.midi.clockBPM == nil, "and no client still shows it")
  }

  @Test func `learning ends when its time is up`() throws {
    let studio = try Studio()
    // The request comes between these two moments.
    let before = Clock.seconds
    try studio.box.carryOut(.midiLearn("volume"))
    let after = Clock.seconds
    let waiting = studio.round(at: before + LearnTable.patience - 1)
    let over = studio.round(at: after + LearnTable.patience + 1)
    #expect(waiting && !over && studio.midi.learnAnswer?.contains("was not learned") == true)
  }

  @Test func `the command of a knob is carried out once`() throws {
    let studio = try Studio()
    _ = try studio.learn("volume", .control(channel: 0, controller: 7, value: 127))
    studio.turn(7, 127, 126)
    studio.box.inputs.hear(.message(.control(channel: 0, controller: 7, value: 64), at: studio.now + 1))
    let rests = !studio.round(at: studio.now + 1)
    #expect(rests && abs(studio.box.controls.values.volume - 64.0 / 127) < 0.01)
  }
}
