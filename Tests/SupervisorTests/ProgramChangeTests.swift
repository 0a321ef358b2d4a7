import GestureFlowAPI
import MIDI
import Supervisor
import TestSupport
import Testing

/// A MIDI program change selects a sound in mode instrument.
@Suite struct ProgramChangeTests {
  private func program(_ number: Int) -> MIDIMessage { .program(channel: 5, program: UInt8(number)) }

  @Test func `a program selects the sound at its place`() throws {
    let studio = try Studio(.instrument)
    let sounds = studio.box.instrument.sounds
    try #require(sounds.count > 2)
    studio.hear(program(2))
    #expect(studio.box.instrument.title == sounds[2])
    studio.hear(program(0))
    #expect(studio.box.instrument.title == sounds[0])
    studio.hear(program(min(sounds.count, 127)))
    #expect(studio.box.instrument.title == sounds[0], "there is no such place")
  }

  @Test func `of a flood of programs the last one counts`() throws {
    let studio = try Studio(.instrument)
    let sounds = studio.box.instrument.sounds
    try #require(sounds.count > 2)
    let before = studio.box.instrument.title
    for i in 0..<5000 { studio.box.inputs.hear(.message(program(i % 2 + 1), at: studio.now)) }
    #expect(studio.box.instrument.title == before, "it is carried out with the next round")
    studio.round(at: studio.now)
    #expect(studio.box.instrument.title == sounds[2])
  }

  @Test func `in other modes it changes nothing`() throws {
    let studio = try Studio()
    let before = studio.box.instrument.title
    for i in 0..<3 { studio.hear(program(i)) }
    try studio.box.carryOut(.mode(.instrument))
    studio.round(at: studio.now)
    #expect(studio.box.instrument.title == before)
  }
}
