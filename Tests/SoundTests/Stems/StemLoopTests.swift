import Foundation
import GestureFlowAPI
import Sound
import TestSupport
import Testing

/// Loops are exact to the sample and do not click, even stretched and pitched.
@Suite struct StemLoopTests {
  /// One bar a second, with a low tone that is out of phase at each region's end.
  private static let grid = BarGrid(milliBPM: 240_000)

  private static func tone(bars: Int) -> Clip {
    StemBench.clip(grid, bars: bars) { Float(0.4 * sin(2 * .pi * 110.75 * Double($0) / 48_000)) }
  }

  @Test func `a loop begins on the sample of its bar line and ends so`() throws {
    var random = SplitMix(21)
    let clip = StemBench.clip(Self.grid, bars: 4) { _ in Float(random.unit() - 0.5) * 0.5 }
    let bench = StemBench()
    bench.take(Self.grid, [(clip, 4)])
    var sound = bench.render(150)
    bench.port.loop(0, try #require(LoopRegion(start: 2, end: 3)))
    sound += bench.render(1)
    var state = bench.port.state.channels[0]
    #expect(state.pending == LoopRegion(start: 2, end: 3) && state.pendingBar == 1 && state.loop == .whole && state.loopAt == -1)
    sound += bench.render(400)
    state = bench.port.state.channels[0]
    #expect(state.loop == LoopRegion(start: 2, end: 3) && state.pending == nil && state.loopBar == 1 && state.loopAt == 48_000)
    bench.port.loop(0, .whole)
    sound += bench.render(1000)
    #expect(bench.port.state.channels[0].loopAt == 96_000 && bench.port.state.channels[0].loopBar == 2)
    // Bar 1 is the clip's bar 2. From bar 2 on the cycle continues as if the loop had not existed.
    #expect(Array(sound[48_000..<51_000]) == Array(sound[96_000..<99_000]))
    #expect(Array(sound[48_000..<51_000]) != Array(sound[144_000..<147_000]))
  }

  /// At 240 a bar has 36,000 frames in both metres. A loop requested at 19,200 begins on that bar line, to the
  /// sample. Another set begins on a later bar line.
  @Test(arguments: ["3/4", "6/8"])
  func `loops and sets begin on the bar lines of the metre`(text: String) throws {
    let grid = BarGrid(milliBPM: 240_000, metre: try #require(Metre(rawValue: text)))
    var random = SplitMix(22)
    let clip = StemBench.clip(grid, bars: 4) { _ in Float(random.unit() - 0.5) * 0.5 }
    let bench = StemBench()
    bench.take(grid, [(clip, 4)])
    var sound = bench.render(150)
    bench.port.loop(0, try #require(LoopRegion(start: 2, end: 3)))
    sound += bench.render(450)
    let state = bench.port.state.channels[0]
    #expect(state.loop == LoopRegion(start: 2, end: 3) && state.loopBar == 1 && state.loopAt == 36_000 && bench.port.state.bar == 2)
    bench.take(grid, [(StemBench.clip(grid, bars: 1) { _ in 0 }, 1)])
    sound += bench.render(400)
    // A quarter of four bars is one bar, which repeats with the bar lines.
    #expect(Array(sound[36_000..<39_000]) == Array(sound[72_000..<75_000]) && Array(sound[36_000..<39_000]) != Array(sound[..<3000]))
    // A silent set replaces it at the bar line at 108,000, within 10 ms.
    #expect(sound[107_990..<108_000].contains { $0 != 0 } && sound[108_480...].allSatisfy { $0 == 0 })
  }

  /// At any tempo, the output frame is the first one at or after the bar line.
  @Test(arguments: [0.5, 0.83, 1.37, 2])
  func `at any tempo the frame is that of the bar line`(tempo: Double) throws {
    let bench = StemBench()
    bench.send { $0.tempo = tempo }
    bench.take(Self.grid, [(Self.tone(bars: 1), 1)])
    bench.render(2)
    bench.port.loop(0, try #require(LoopRegion(start: 0, end: 1)))
    bench.render(900)
    let state = bench.port.state
    let speed = (tempo * 4_294_967_296).rounded() / 4_294_967_296
    let frame = (Double(48_000 * state.channels[0].loopBar) / speed).rounded(.up)
    #expect(Double(state.channels[0].loopAt) == frame && state.channels[0].loopBar > 0)
  }

  /// No joint has a corner above -60 dBFS. Loops come, repeat, change and go, at several tempi and pitches.
  @Test(arguments: [(1.0, Float(0)), (0.7, 0), (1.4, 0), (1, -200), (0.8, 150)])
  func `no joint clicks`(tempo: Double, cents: Float) throws {
    let bench = StemBench()
    bench.send {
      $0.tempo = tempo
      $0.channels[0].cents = cents
    }
    bench.take(Self.grid, [(Self.tone(bars: 4), 4)])
    bench.render(40)
    var sound: [Float] = []
    for (start, end) in [(0, 1), (1, 3), (3, 4), (0, 4)] {
      bench.port.loop(0, try #require(LoopRegion(start: start, end: end)))
      sound += bench.render(700)
    }
    // A stretched splice shifts a tone's phase within its 10 ms. It may be a little steeper than the tone.
    let own = Float(0.4 * pow(2 * .pi * 110.75 * 1.13 / 48_000, 2))
    #expect(Signals.roughest(sound[...]) < own + 0.001, "\(Signals.roughest(sound[...])) and \(own)")
    #expect(Signals.level(sound[...]) > 0.2)
  }

  @Test func `a pending loop is replaced by a later one and taken back by the whole`() throws {
    let bench = StemBench()
    bench.take(Self.grid, [(Self.tone(bars: 4), 4)])
    bench.render(20)
    let (first, second) = (try #require(LoopRegion(start: 0, end: 1)), try #require(LoopRegion(start: 3, end: 4)))
    bench.port.loop(0, first)
    bench.render(1)
    bench.port.loop(0, second)
    bench.render(1)
    #expect(bench.port.state.channels[0].pending == second)
    bench.port.loop(0, .whole)
    bench.render(1)
    #expect(bench.port.state.channels[0].pending == nil)
    bench.render(800)
    #expect(bench.port.state.channels[0].loop == .whole && bench.port.state.channels[0].loopAt == -1)
  }

  /// Random loops, pitches, volumes and tempi, on channels of different lengths. No channel ever deviates from
  /// the transport, not even by 2^-32 of a frame, and all output is finite and audible. `make test-long`
  /// renders an hour.
  @Test func `whatever is done no channel is apart`() {
    var random = SplitMix(31)
    let bench = StemBench()
    bench.take(Self.grid, [1, 2, 4, 3].map { (Self.tone(bars: $0), $0) })
    let seconds = Int64(ProcessInfo.processInfo.environment["GESTUREFLOW_STEM_SECONDS"] ?? "") ?? 7
    var (apart, step) = (0, 0)
    while bench.port.state.rendered < seconds * 48_000 {
      step += 1
      bench.send {
        // Sometimes the sound is unchanged, so that the fades in and out are gone, too.
        let isPlain = step % 50 < 10
        $0.tempo = isPlain ? 1 : 0.5 + 1.5 * random.unit()
        for i in 0..<4 {
          let volume = Float(0.5 + random.unit() / 2)
          $0.channels[i] = StemLevel(volume: volume, cents: isPlain ? 0 : Float(random.unit() * 400 - 200), isMuted: random.next() % 8 == 0)
        }
        $0.isPaused = random.next() % 20 == 0
      }
      if let region = LoopRegion(start: Int(random.next() % 4), end: 1 + Int(random.next() % 4)) {
        bench.port.loop(Int(random.next() % 4), region)
      }
      let sound = bench.render(1 + Int(random.next() % 20), count: 1 + Int(random.next() % 128))
      if !sound.allSatisfy({ $0.isFinite && abs($0) < 3 }) { apart += 1 }
      apart += bench.port.state.apart
      bench.port.tend()
    }
    #expect(apart == 0)
    bench.send { $0 = StemLevels(isScene: true) }
    #expect(Signals.level(bench.render(100)[...]) > 0.1)
  }
}
