import Foundation
import Notes
import Sound
import TestSupport
import Testing

/// Tests of notes that arrive at a MIDI port.
@Suite struct InstrumentWireTests {
  private func id(_ channel: Int, _ note: Int) -> SourceID { SourceID(.wire, channel * 128 + note) }

  @Test func `a chord on two channels is played and bends`() {
    let bench = InstrumentBench()
    bench.port.note(on: 69, velocity: 100, channel: 0)
    bench.port.note(on: 69, velocity: 100, channel: 15)
    bench.render(10)
    #expect(bench.state.voices == 2 && bench.state.sounding[id(15, 69)] == 69)
    bench.port.note(off: 69, channel: 0)
    bench.port.bend(-2, channel: 15)
    bench.port.bend(.nan, channel: 15)
    bench.render(100)
    #expect(abs(InstrumentBench.note(bench.left.suffix(6000)) - 67) < 0.01)
    bench.port.note(on: 69, velocity: 0, channel: 15)
    bench.render(60)
    #expect(bench.state.voices == 0 && bench.state.begun == 2 && bench.state.ended == 2)
  }

  @Test func `a key that is struck twice needs one end`() {
    let bench = InstrumentBench()
    bench.port.note(on: 60, velocity: 100, channel: 0)
    bench.port.note(on: 60, velocity: 100, channel: 0)
    bench.render(5)
    bench.port.note(off: 60, channel: 0)
    bench.port.note(off: 60, channel: 0)
    bench.render(60)
    #expect(bench.state.voices == 0 && bench.state.begun == 2 && bench.state.ended == 2)
  }

  @Test func `the pedal holds what is let go`() {
    let bench = InstrumentBench()
    bench.port.control(64, 127, channel: 2)
    bench.port.note(on: 60, velocity: 100, channel: 2)
    bench.port.note(on: 100, velocity: 100, channel: 2)
    bench.port.note(on: 62, velocity: 100, channel: 1)
    bench.port.note(off: 60, channel: 2)
    bench.port.note(off: 62, channel: 1)
    bench.render(100)
    #expect(bench.state.sounding.count == 2 && bench.state.sounding[id(2, 60)] == 60)
    bench.port.note(on: 60, velocity: 80, channel: 2)
    bench.port.note(off: 100, channel: 2)
    bench.port.control(64, 0, channel: 2)
    bench.render(100)
    #expect(bench.state.sounding.count == 1 && bench.state.sounding[id(2, 60)] == 60, "it was struck again and is held")
    bench.port.note(off: 60, channel: 2)
    bench.render(100)
    #expect(bench.state.voices == 0 && bench.state.begun == bench.state.ended)
  }

  /// A glissando over all keys with the pedal down. Each key begins, and all end when the pedal comes up.
  @Test func `with the pedal down the newest key is heard`() {
    let bench = InstrumentBench()
    bench.port.control(64, 127, channel: 0)
    for note in 20..<108 {
      bench.port.note(on: note, velocity: 100, channel: 0)
      bench.port.note(off: note, channel: 0)
      bench.render(2)
      #expect(bench.state.begun == note - 19, "\(note)")
    }
    #expect(bench.state.begun - bench.state.ended == NoteLedger.capacity)
    // Held keys replace notes that only the pedal holds. They replace no other key while such a note exists.
    for note in 0..<NoteLedger.capacity { bench.port.note(on: note, velocity: 100, channel: 1) }
    bench.render(2)
    #expect(bench.state.begun == 88 + NoteLedger.capacity && bench.state.ended == 88)
    bench.port.control(64, 0, channel: 0)
    for note in 0..<NoteLedger.capacity { bench.port.note(off: note, channel: 1) }
    bench.render(60)
    #expect(bench.state.voices == 0 && bench.state.begun == bench.state.ended)
  }

  /// A device loses its note ends, without any pedal. The newest key replaces the oldest one, and each note has
  /// its end.
  @Test func `when every key is held the newest is heard`() {
    let bench = InstrumentBench()
    for note in 0..<3 * NoteLedger.capacity {
      bench.port.note(on: 20 + note, velocity: 100, channel: 3)
      bench.render(2)
      #expect(bench.state.begun == note + 1)
    }
    // The same key again replaces no other key.
    let ended = bench.state.ended
    bench.port.note(on: 20 + 3 * NoteLedger.capacity - 1, velocity: 100, channel: 3)
    bench.render(2)
    #expect(bench.state.ended == ended + 1)
    // The oldest known key, and the one that ended before it.
    bench.port.note(off: 20 + 2 * NoteLedger.capacity - 1, channel: 3)
    bench.render(2)
    #expect(bench.state.ended == ended + 1)
    bench.port.note(off: 20 + 2 * NoteLedger.capacity, channel: 3)
    bench.render(2)
    #expect(bench.state.ended == ended + 2)
    bench.port.control(123, 0, channel: 3)
    bench.render(200)
    #expect(bench.state.voices == 0 && bench.state.begun == bench.state.ended && bench.state.sounding.count == 0)
  }

  @Test(arguments: [120, 123, 124, 127]) func `all of a channel ends`(number: Int) {
    let bench = InstrumentBench()
    bench.send { $0.patch.release = 10 }
    bench.port.control(64, 127, channel: 4)
    for note in [50, 57, 62] { bench.port.note(on: note, velocity: 100, channel: 4) }
    bench.port.note(on: 69, velocity: 100, channel: 5)
    bench.render(20)
    bench.port.control(number, 0, channel: 4)
    bench.render(5)
    #expect(bench.state.sounding.count == 1 && bench.state.sounding[id(5, 69)] == 69 && bench.state.ended == 3)
    #expect(bench.state.voices == (number == 120 ? 1 : 4), "all sound off is not a release")
  }

  @Test func `controllers are the channels and are reset together`() {
    let bench = InstrumentBench()
    bench.port.control(11, 64, channel: 0)
    bench.port.bend(12, channel: 0)
    bench.port.note(on: 69, velocity: 127, channel: 0)
    bench.render(50)
    let before = bench.render(50)
    #expect(abs(InstrumentBench.note(before) - 81) < 0.01 && abs(Double(before.max()!) - 0.25 * 64 / 127) < 0.003)
    bench.port.control(121, 0, channel: 0)
    bench.render(20)
    let after = bench.render(50)
    #expect(abs(InstrumentBench.note(after) - 69) < 0.01 && abs(after.max()! - 0.25) < 0.003)
    for (number, value, channel) in [(1, 128, 0), (128, 1, 0), (1, 1, 16), (-1, 1, 0), (1, -1, 0)] {
      bench.port.control(number, value, channel: channel)
      bench.port.note(on: number, velocity: value, channel: channel + 16)
    }
    bench.render(20)
    #expect(bench.state.begun == 1)
  }

  /// More messages arrive than the ring holds, while no block is rendered. A lost message may be an end, so all
  /// notes of the wire end. Hands play on.
  @Test func `a flood leaves no note behind`() {
    let bench = InstrumentBench()
    bench.hands(bench.strike(1, 40))
    for i in 0..<20_000 { bench.port.note(on: 60 + i % 20, velocity: 100, channel: i % 16) }
    #expect(bench.port.lostMessages.load() == 20_000 - 8192)
    // 1024 messages a block.
    bench.render(9)
    #expect(bench.state.sounding.count == 1 && bench.state.sounding[SourceID(.hand, 1)] == 40)
    bench.port.note(on: 60, velocity: 100, channel: 0)
    bench.render(1)
    #expect(bench.state.sounding.count == 2)
    bench.port.endWire()
    bench.render(1)
    #expect(bench.state.sounding.count == 1)
  }

  @Test func `as many as the ring holds may wait for their frame`() {
    let bench = InstrumentBench()
    for i in 0..<300 { bench.port.note(on: i % 128, velocity: 100, channel: 0, due: Int64(1000 + i)) }
    for i in 0..<300 { bench.port.note(off: i % 128, channel: 0, due: Int64(5000 + i)) }
    bench.render(30)
    #expect(bench.state.begun == 300 && bench.state.sounding.count > 0)
    bench.render(30)
    #expect(bench.state.sounding.count == 0 && bench.state.ended == 300 && bench.port.lostMessages.load() == 0)
    // The ring is full: a lost message may be an end.
    for i in 0..<9000 { bench.port.note(on: i % 128, velocity: 100, channel: 0, due: Int64(10_000 + i)) }
    bench.render(200)
    #expect(bench.state.sounding.count == 0 && bench.state.begun == bench.state.ended && bench.port.lostMessages.load() == 9000 - 8192)
  }

  /// An end comes between two notes, all before one block. Boxes and ring are read one after the other, but
  /// each message takes effect in order.
  @Test func `a note after an end is not ended by it`() {
    let bench = InstrumentBench()
    bench.port.bend(2, channel: 0)
    bench.port.note(on: 60, velocity: 100, channel: 0)
    bench.port.endWire()
    bench.port.note(on: 62, velocity: 100, channel: 0)
    bench.render(100)
    #expect(bench.state.sounding.count == 1 && bench.state.sounding[id(0, 62)] == 62)
    #expect(bench.state.begun == 2 && bench.state.ended == 1)
    #expect(abs(InstrumentBench.note(bench.left.suffix(6000)) - 62) < 0.01, "the bend is from before")
  }

  /// The sender saw that notes were on. Then a request ended all notes, and the audio thread did so before the
  /// note was sent.
  @Test func `a note from before an end does not begin behind it`() {
    let bench = InstrumentBench()
    let turn = bench.port.wireTurn
    bench.port.endWire()
    bench.render(1)
    bench.port.note(on: 60, velocity: 100, channel: 0, turn: turn)
    bench.render(1)
    #expect(bench.state.begun == 0)
    bench.port.note(on: 60, velocity: 100, channel: 0, turn: bench.port.wireTurn)
    bench.render(1)
    #expect(bench.state.begun == 1)
  }

  /// A panic keeps the same order for every source.
  @Test func `a panic is between what is before and behind it`() {
    let bench = InstrumentBench()
    let touch = PlayedNote(Source(SourceID(.touch, 0), gate: true), note: 50, velocity: 100, stroke: 1)
    var touches = PlayedNotes()
    touches.append(touch)
    bench.port.play(.touch, touches)
    bench.port.note(on: 40, velocity: 100, channel: 3)
    bench.port.panic()
    bench.hands(bench.strike(1, 57))
    bench.port.note(on: 45, velocity: 100, channel: 3)
    bench.render(20)
    #expect(bench.state.sounding.count == 2, "the hand and the key behind the panic")
    #expect(bench.state.sounding[SourceID(.hand, 1)] == 57 && bench.state.sounding[id(3, 45)] == 45)
    bench.port.play(.touch, touches)
    bench.render(5)
    #expect(bench.state.sounding[SourceID(.touch, 0)] == nil, "what is held stays silent until it is struck again")
    touches = PlayedNotes()
    touches.append(PlayedNote(touch.source, note: 50, velocity: 100, stroke: 2))
    bench.port.play(.touch, touches)
    bench.render(5)
    #expect(bench.state.sounding[SourceID(.touch, 0)] == 50)
  }
}
