import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the envelope's times; it never has a step.
@Suite struct SynthEnvelopeTests {
  /// Runs an envelope frame by frame; `act` is called before each.
  private func run(_ shape: EnvelopeShape, frames: Int, _ act: (Int, inout Envelope) -> Void) -> (levels: [Float], last: Envelope) {
    var envelope = Envelope()
    let lanes = EnvelopeLanes()
    var rows = [Float](repeating: 0, count: EnvelopeLanes.count * SynthStep.frames)
    var levels: [Float] = []
    for i in 0..<frames {
      act(i, &envelope)
      envelope.rtPut(into: lanes, 0, shape)
      lanes.rtRender(&rows, count: 1)
      envelope.rtTake(from: lanes, 0)
      levels.append(rows[0])
    }
    return (levels, envelope)
  }

  /// Four envelopes begin, end and peak at separate times, in steps of all lengths. Each of them also runs
  /// alone and frame by frame. No envelope is silent before the end; that is checked once a step.
  @Test func `envelopes side by side have the bits of each alone`() {
    let shapes = [(0.01, 0.02, 0.5, 0.2), (0.002, 0.1, 0.8, 0.15), (0.03, 0.002, 0.1, 0.3), (0.005, 0.05, 1, 0.25)].map {
      EnvelopeShape(attack: $0, decay: $1, sustain: $2, release: $3)
    }
    func act(_ i: Int, _ lane: Int, _ envelope: inout Envelope) {
      if i == 160 * lane { envelope.rtBegin(peak: 0.4 + 0.2 * Float(lane)) }
      if i == 2400 + 320 * lane { envelope.rtEnd() }
    }
    let lanes = EnvelopeLanes()
    var envelopes = [Envelope](repeating: Envelope(), count: 4)
    var rows = [Float](repeating: 0, count: 4 * SynthStep.frames)
    var levels = [[Float]](repeating: [], count: 4)
    var done = 0
    while done < 9600 {
      // A step ends at an event, at a multiple of 160.
      let count = min(1 + done * 7 % SynthStep.frames, 160 - done % 160)
      for lane in 0..<4 {
        act(done, lane, &envelopes[lane])
        envelopes[lane].rtPut(into: lanes, lane, shapes[lane])
      }
      lanes.rtRender(&rows, count: count)
      for lane in 0..<4 {
        envelopes[lane].rtTake(from: lanes, lane)
        levels[lane] += rows[lane * SynthStep.frames..<lane * SynthStep.frames + count]
      }
      done += count
    }
    for lane in 0..<4 {
      let alone = run(shapes[lane], frames: 9600) { i, envelope in act(i, lane, &envelope) }
      let isSame = zip(levels[lane], alone.levels).allSatisfy { $0.bitPattern == $1.bitPattern }
      #expect(isSame && alone.levels.max()! > 0.3 && levels[lane].count == 9600, "lane \(lane)")
      #expect(envelopes[lane].level == alone.last.level)
    }
  }

  @Test func `its times are those asked for`() {
    let shape = EnvelopeShape(attack: 0.05, decay: 0.3, sustain: 0.4, release: 0.5)
    let x = run(shape, frames: 72_000) { i, e in
      if i == 0 { e.rtBegin(peak: 1) }
      if i == 30_000 { e.rtEnd() }
    }.levels
    let peak = x.firstIndex(of: x.max()!)!
    #expect(abs(peak - 2400) < 48, "the peak is after 50 ms: \(peak)")
    #expect(abs(x[2400 + 14_400] - 0.4) < 0.002, "after the decay 0.1 % of the way is left")
    #expect(abs(x[29_999] - 0.4) < 0.001)
    #expect(abs(Signals.decibels(Double(x[54_000] / x[29_999])) + 60) < 0.5, "after the release it is 60 dB down")
    #expect(x.last == 0, "and then it is silent")
  }

  /// Notes begin at every stage of one another, with random peaks in between.
  @Test func `nothing makes a step`() {
    var random = SplitMix(12)
    let shape = EnvelopeShape(attack: 0, decay: 0, sustain: 0.5, release: 0)
    let x = run(shape, frames: 96_000) { i, e in
      if i % 97 == 0 {
        if random.unit() < 0.6 { e.rtBegin(peak: Float(random.unit())) } else { e.rtEnd() }
      }
    }.levels
    let step = zip(x, x.dropFirst()).map { abs($1 - $0) }.max()!
    #expect(step < 0.03, "2 ms for the whole way are 0.01 a frame, its steepest part about three times that: \(step)")
    // The shortest release moves 0.069 of the way per frame. The filter passes 0.067 of that at once: 0.0046. A
    // step would bend by its height.
    #expect(Signals.roughest(x[...]) < 0.005, "\(Signals.roughest(x[...]))")
  }

  @Test func `a retrigger begins at the present level`() {
    let shape = EnvelopeShape(attack: 0.1, decay: 1, sustain: 1, release: 2)
    let x = run(shape, frames: 24_000) { i, e in
      if i == 0 || i == 12_000 { e.rtBegin(peak: 0.8) }
      if i == 9600 { e.rtEnd() }
    }.levels
    let before = x[11_999]
    #expect(before > 0.5)
    #expect(x[12_000...].min()! > before - 0.001, "it never falls back to 0")
    #expect(abs(x[23_000] - 0.8) < 0.01)
  }

  @Test func `a softer retrigger falls to its own level`() {
    let shape = EnvelopeShape(attack: 0.01, decay: 0.1, sustain: 0.5, release: 0.2)
    let x = run(shape, frames: 24_000) { i, e in
      if i == 0 { e.rtBegin(peak: 1) }
      if i == 1000 { e.rtBegin(peak: 0.2) }
    }.levels
    #expect(abs(x[20_000] - 0.1) < 0.002)
  }

  @Test func `wrong times are the shortest`() {
    for bad in [Double.nan, -1, 0] {
      let shape = EnvelopeShape(attack: bad, decay: bad, sustain: bad, release: bad)
      let x = run(shape, frames: 4800) { i, e in if i == 0 { e.rtBegin(peak: 1) } }
      #expect(x.levels.allSatisfy { $0 >= 0 && $0 <= 1 })
      #expect(x.levels.max()! > 0.5)
      #expect(!x.last.isIdle && x.last.isHeld)
    }
  }
}
