import MIDI
import MIDIDoubles
import Sound
import TestSupport
import Testing

/// Tests the path from a device's message to the frame that plays it. The time is the test's own.
@Suite struct WireTimeTests {
  @Test func `notes of a device 3 ms apart are heard 3 ms apart, to the frame`() throws {
    let studio = try Studio(.instrument)
    let (engine, world, queue) = (studio.box.engine, MIDIWorld(), InputQueue())
    let keys = world.plug(20, "Keys")
    let port = PortLoop(SequencerDouble(world), PortShared(MIDISettings()), queue, wake: -1)
    for _ in 0..<2 { port.turn() }
    let rate = Double(SoundFormat.rate)
    /// Frames and seconds since the studio's own blocks.
    let (before, begin) = (engine.state.rendered, world.now)
    var now: Double { begin + Double(engine.state.rendered - before) / rate }
    var (sent, begins) = (0, [Int64]())
    while engine.state.rendered < before + 48_000 {
      while sent < 200, begin + 0.2013 + 0.003 * Double(sent) <= now {
        world.pass(begin + 0.2013 + 0.003 * Double(sent) - world.now)
        world.with { $0.inputs.append(.message(.noteOn(channel: 3, note: UInt8(30 + sent % 60), velocity: 100), from: keys)) }
        port.turn()
        let input = try #require(queue.take { world.now })
        studio.box.inputs.hear(input)
        sent += 1
      }
      let asked = now
      studio.render(1)
      engine.rtTell(nextAt: Int64((now + 0.01) * 1e9), begunAt: Int64(asked * 1e9))
      let noteAt = engine.instrument.state.noteAt
      if noteAt >= before, noteAt != begins.last { begins.append(noteAt) }
    }
    #expect(begins.count == 200 && zip(begins, begins.dropFirst()).allSatisfy { $1 - $0 == 144 }, "\(begins)")
  }
}
