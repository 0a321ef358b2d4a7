import Foundation
import Sound
import Stretch
import TestSupport
import Testing

/// Tests of a clip as its stretcher reads it: cycles, loops, splices and onsets.
@Suite struct ClipChannelTests {
  /// A clip with its plan, read without a stretcher.
  private final class Reader {
    let grid: BarGrid
    let clip: Clip
    let plan = UnsafeMutablePointer<LoopPlan>.allocate(capacity: 1)
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 4 * SpliceCurve.frames)
    let source: ClipChannel

    init(_ milliBPM: Int, bars: Int, _ sample: (Int) -> Float) {
      grid = BarGrid(milliBPM: milliBPM)
      let frames = grid.rtStart(ofBar: Int64(bars))
      clip = Clip((0..<Int(frames)).flatMap { [sample($0), -sample($0)] })
      plan.initialize(to: LoopPlan(grid, bars: bars, frames: frames))
      scratch.initialize(repeating: 0, count: 4 * SpliceCurve.frames)
      source = ClipChannel(clip.view, plan, scratch: scratch)
    }
    deinit {
      plan.deallocate()
      scratch.deallocate()
    }

    func ask(_ start: Int, _ end: Int, fixed: Int64) { LoopRegion(start: start, end: end).map { plan.pointee.rtAsk($0, fixed: fixed) } }

    /// Returns the left side of frames, read in pieces of this size.
    func read(_ from: Int64, _ count: Int, piece: Int = 512) -> [Float] {
      var (left, right) = ([Float](repeating: 9, count: count), [Float](repeating: 9, count: count))
      var missing = 0
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          for at in stride(from: 0, to: count, by: piece) {
            missing += source.rtRead(
              from: from + Int64(at), count: min(piece, count - at), left.baseAddress! + at, right.baseAddress! + at)
          }
        }
      }
      #expect(missing == 0 && zip(left, right).allSatisfy { $0 == -$1 })
      return left
    }

    func onsets(after frame: Int64, most: Int) -> [Onset] {
      var list = [Onset](repeating: Onset(0), count: most)
      let count = list.withUnsafeMutableBufferPointer { source.rtOnsets(after: frame, $0.baseAddress!, most: most) }
      return Array(list[..<count])
    }
  }

  @Test func `whole cycles pass untouched also before the beginning`() {
    let reader = Reader(120_000, bars: 1) { Float($0 % 9973) / 10_000 }
    let sound = reader.read(-96_000, 288_000)
    for i in 0..<288_000 { if sound[i] != Float(i % 96_000 % 9973) / 10_000 { Issue.record("frame \(i)"); return } }
  }

  /// At 110 beats a minute two bars are 209454.5 frames. Every second cycle is one frame longer than the clip.
  /// A tone continues there without a break, and the cycle begins on its frame.
  @Test func `a frame that is left over is not heard`() {
    // The clip has whole periods, so that the tone itself is seamless.
    let step = 2 * Double.pi * 300 / 209_454
    let reader = Reader(110_000, bars: 2) { Float(0.5 * sin(step * Double($0))) }
    let sound = reader.read(0, 1_000_000)
    let own = Float(0.5 * step * step)
    #expect(Signals.roughest(sound[...]) < own + 0.0001)
    for cycle in 0..<4 {
      let start = Int(reader.grid.rtStart(ofBar: Int64(2 * cycle)))
      #expect(Array(sound[start..<start + 5000]) == Array(sound[0..<5000]))
    }
  }

  /// The joints of a loop have no corner above -60 dBFS beyond the tone's own. The new part plays from its first
  /// frame on, at an equal level for parts that are not alike.
  @Test(arguments: [(1, 2), (0, 3), (2, 4), (3, 4)])
  func `joints are spliced with equal power`(start: Int, end: Int) {
    let reader = Reader(120_000, bars: 2) { Float(0.4 * sin(2 * .pi * 110.75 * Double($0) / 48_000)) }
    reader.ask(start, end, fixed: 50_000)
    let sound = reader.read(0, 600_000)
    let own = Float(0.4 * pow(2 * .pi * 110.75 / 48_000, 2))
    #expect(Signals.roughest(sound[...]) < own + 0.001)
    let whole = reader.read(-192_000, 192_000)
    let (length, first) = ((end - start) * 48_000, start * 48_000)
    for joint in stride(from: 96_000, to: 550_000, by: length) {
      #expect(Array(sound[joint..<joint + 4000]) == Array(whole[first..<first + 4000]), "joint at \(joint)")
    }
  }

  @Test func `noise keeps its level through a splice`() {
    var random = SplitMix(4)
    let noise = (0..<192_000).map { _ in Float(random.unit() - 0.5) }
    let reader = Reader(120_000, bars: 2) { noise[$0] }
    reader.ask(1, 2, fixed: 50_000)
    let sound = reader.read(0, 2_000_000)
    // Averages the middle of all splices, compared with the rest.
    var spliced: [Float] = []
    for joint in stride(from: 144_000, to: 1_990_000, by: 48_000) { spliced += sound[joint - 360..<joint - 120] }
    #expect(abs(Signals.decibels(Signals.level(spliced[...]) / Signals.level(noise[...]))) < 0.4)
  }

  /// Two equal bars: a loop of one of them sounds like the whole.
  @Test func `a loop of bars that repeat passes untouched`() {
    var random = SplitMix(12)
    let noise = (0..<96_000).map { _ in Float(random.unit() - 0.5) }
    let reader = Reader(120_000, bars: 2) { noise[$0 % 96_000] }
    reader.ask(0, 2, fixed: 50_000)
    let sound = reader.read(0, 500_000)
    let worst = sound.indices.map { abs(sound[$0] - noise[$0 % 96_000]) }.max()!
    #expect(worst < 1e-6, "\(worst)")
  }

  @Test func `the pieces in which it is read make no difference`() {
    let reader = Reader(133_333, bars: 3) { Float(sin(Double($0) / 40)) * Float($0 % 7000) / 7000 }
    reader.ask(1, 3, fixed: 50_000)
    let at512 = reader.read(0, 700_000)
    #expect(reader.read(0, 700_000, piece: 37) == at512 && reader.read(0, 700_000, piece: 5000) == at512)
  }

  /// Hits on every beat. After any frame the onsets match the hits, each once and in rising order, through
  /// loops and cycles.
  @Test func `onsets come where their hits are read`() {
    var random = SplitMix(8)
    let noise = (0..<4000).map { Float(random.unit() - 0.5) * exp(-Float($0) / 300) }
    let reader = Reader(120_000, bars: 2) { $0 % 24_000 < 4000 ? noise[$0 % 24_000] : 0 }
    reader.ask(1, 3, fixed: 50_000)
    var (heard, after): ([Int64], Int64) = ([], -1)
    for reached in stride(from: Int64(0), to: 1_000_000, by: 3000) {
      reader.plan.pointee.rtReach(reached)
      for onset in reader.onsets(after: after, most: 3) {
        #expect(onset.frame > after && onset.frame < reached + LoopPlan.lead)
        heard.append(onset.frame)
        after = onset.frame
      }
    }
    #expect(abs(heard.count - 42) <= 1)
    for (i, frame) in heard.enumerated() { #expect(abs(frame - Int64(24_000 * i)) <= 64, "\(i): \(frame)") }
  }

  /// Random requests, as the deck makes them. A repeated request gives the same frames and the same onsets.
  @Test func `reported onsets match the sound that was read`() {
    var random = SplitMix(13)
    let noise = (0..<86_400).map { Float(random.unit() - 0.5) * exp(-Float($0 % 10_800) / 2000) }
    // Bars of minimum length: 400 beats a minute.
    let reader = Reader(400_000, bars: 3) { noise[$0] }
    var (read, told): ([Float], [Int64]) = ([], [])
    for _ in 0..<700 {
      let count = 1 + Int(random.next() % 2000)
      read += reader.read(Int64(read.count), count)
      let reached = Int64(read.count)
      let newest = reader.onsets(after: told.last ?? -1, most: 32)
      told += newest.map(\.frame)
      if random.next() % 3 == 0 {
        reader.ask(
          Int(random.next() % 4), 1 + Int(random.next() % 4), fixed: reached + LoopPlan.lead + Int64(SpliceCurve.frames))
      }
      let again = max(0, read.count - 7168)
      #expect(reader.read(Int64(again), read.count - again) == Array(read[again...]))
      let since = reached - 7168
      #expect(reader.onsets(after: since, most: 32).map(\.frame).starts(with: told.filter { $0 > since }.prefix(32)))
    }
    #expect(told.count > 50)
  }

  /// A sound without onsets is not searched from its beginning. After days the answer is as quick, and empty.
  @Test func `days later the answer is the same`() {
    let reader = Reader(120_000, bars: 1) { Float(sin(2 * .pi * Double($0) / 640)) * 0.1 }
    reader.plan.pointee.rtReach(48_000 * 3600 * 100)
    #expect((0..<1000).allSatisfy { _ in reader.onsets(after: -3584, most: 32).isEmpty })
  }
}
