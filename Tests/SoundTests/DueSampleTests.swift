import Foundation
import Notes
import Sound
import TestSupport
import Testing

/// Tests that an event happens at its due sample, anywhere in a block.
@Suite struct DueSampleTests {
  @Test(arguments: 0..<4 as Range<UInt64>) func `tones begin at their sample`(seed: UInt64) {
    var random = SplitMix(seed)
    let rig = Rig()
    rig.render(3)
    var dues: [Int64] = []
    for i in 0..<50 { dues.append(Int64(500 + 1500 * i) + Int64(random.unit() * 500)) }
    // The events are sent in random order.
    for due in dues.sorted(by: { ($0 * 7919) % 10_007 < ($1 * 7919) % 10_007 }) {
      var tone = SoundCommand.tone(frequency: 1000, level: 0.5, seconds: 0.01)
      tone.due = due
      rig.engine.post(tone)
    }
    rig.render(76_500 / 128)
    for due in dues {
      // A tone's first sample is zero.
      #expect(rig.left[Int(due) - 400...Int(due)].allSatisfy { $0 == 0 } && rig.left[Int(due) + 1] != 0, "due \(due)")
    }
    #expect(rig.engine.earlyCommands.load() == 0 && rig.engine.refusedPushes.load() == 0)
  }

  @Test func `a passed event runs at once and an event without room runs early`() {
    let rig = Rig()
    rig.render(10)
    var tone = SoundCommand.tone(frequency: 1000, level: 0.1, seconds: 0.01)
    tone.due = 77
    rig.engine.post(tone)
    rig.render(2)
    #expect(rig.left.firstIndex { $0 != 0 } == 1281)
    rig.render(10)
    tone.due = 1_000_000
    for _ in 0..<60 { rig.engine.post(tone) }
    rig.render(1)
    for _ in 0..<6 { rig.engine.post(tone) }
    rig.render(1)
    #expect(rig.engine.earlyCommands.load() == 2)
  }

  /// A jump is exact, too: the tape's fade begins with its due frame.
  @Test(arguments: [1000, 1024, 1025, 1151]) func `a tape is gone over to at its sample`(due: Int) {
    let rig = Rig()
    rig.fill(0, [Float](repeating: 0.25, count: 60_000))
    rig.set()
    rig.engine.player.load(0, at: 20_000, serial: 1, due: Int64(due))
    rig.render(40)
    #expect(rig.left[..<due].allSatisfy { $0 == 0 })
    #expect((rig.left.firstIndex { $0 != 0 } ?? 0) - due < 2, "\(rig.left.firstIndex { $0 != 0 } ?? 0)")
    #expect(abs(rig.left[4000] - 0.25) < 0.001 && rig.state.take == 1)
  }

  @Test func `stems change at their sample`() {
    let grid = BarGrid(milliBPM: 240_000)
    func bench() -> StemBench {
      let bench = StemBench()
      bench.take(grid, [(StemBench.clip(grid, bars: 1) { _ in 0.25 }, 1)])
      bench.render(30)
      return bench
    }
    let plain = bench().render(60)
    var random = SplitMix(3)
    for _ in 0..<8 {
      let bench = bench()
      let due = 3840 + Int(random.unit() * 6000)
      var levels = bench.levels
      levels.channels[0].volume = 0.5
      bench.port.set(levels, due: Int64(due))
      #expect(bench.port.wanted == levels)
      let changed = bench.render(60)
      #expect(zip(plain, changed).enumerated().first { $0.element.0 != $0.element.1 }?.offset == due - 3840)
      #expect(abs(changed[due - 3840 + 300] / plain[due - 3840 + 300] - 0.5) < 0.001)
    }
  }

  @Test func `a loop is asked for at its sample`() throws {
    let grid = BarGrid(milliBPM: 240_000)
    let bench = StemBench()
    bench.take(grid, [(StemBench.clip(grid, bars: 4) { _ in 0.25 }, 4)])
    bench.render(10)
    let region = try #require(LoopRegion(start: 1, end: 2))
    bench.port.loop(0, region, due: 1500)
    bench.port.loop(0, .whole, due: 1400)
    // Renders one frame at a time. The report after frame n covers the actions before it.
    var first: Int64?
    for _ in 0..<600 {
      bench.render(1, count: 1)
      if first == nil, bench.port.state.channels[0].pending == region { first = bench.port.state.rendered - 1 }
    }
    #expect(first == 1500)
  }

  /// A note in the middle of a block equals, bit for bit, one at a block's start.
  @Test func `notes begin at their sample`() {
    var random = SplitMix(4)
    for _ in 0..<30 {
      let due = 256 + Int(random.unit() * 2000)
      let (a, b) = (InstrumentBench(), InstrumentBench())
      a.render(2)
      b.render(2)
      a.port.note(on: 69, velocity: 100, channel: 0, due: Int64(due))
      a.port.note(off: 69, channel: 0, due: Int64(due) + 1000)
      a.render(60)
      b.render(due / 128 - 2)
      if due % 128 > 0 { b.render(1, count: due % 128) }
      b.port.note(on: 69, velocity: 100, channel: 0)
      b.render(1, count: 128 - due % 128)
      let end = due + 1000
      b.render(end / 128 - due / 128 - 1)
      if end % 128 > 0 { b.render(1, count: end % 128) }
      b.port.note(off: 69, channel: 0)
      b.render(1, count: 128 - end % 128)
      b.render(a.left.count / 128 - end / 128 - 1)
      let isSame = a.left == b.left
      #expect(isSame && a.left.count == b.left.count, "due \(due)")
      let first = a.left.firstIndex { abs($0) > 1e-6 } ?? 0
      #expect((due + InstrumentPort.delay...due + InstrumentPort.delay + 3).contains(first), "due \(due): \(first)")
      #expect(a.state.noteAt == Int64(due) && a.state.voices == 0)
    }
  }
}
