import Foundation
import Sound
import TestSupport
import Testing

/// Tests of random writers and controls: no click, no NaN, and no more kept than the limit.
@Suite struct InletPropertyTests {
  @Test(arguments: Ring.cases([4, 5, 6], of: Array(0..<12))) func `nothing that is done clicks`(seed: Int) {
    var random = SplitMix(UInt64(seed) + 400)
    let rate = [8000, 44_100, 48_000, 96_000][seed % 4]
    let bench = InletBench(
      rate: rate, drift: Double(random.next() % 1001) - 500, piece: 50 + Int(random.next() % 2000),
      sound: InletBench.sine(100, rate: rate, level: 0.4))
    bench.isPaced = seed % 3 == 0
    for _ in 0..<40 {
      switch random.next() % 9 {
      case 0: bench.send { $0.isPaused.toggle() }
      case 1: bench.send { $0.isAway.toggle() }
      case 2: bench.send { $0.isHeard.toggle() }
      case 3: bench.send { $0.volume = Float(random.unit()) }
      case 4: bench.stall(seconds: random.unit())
      case 5:
        bench.port.end()
        bench.isWriting = false
        bench.run(seconds: random.unit() * 0.2)
        bench.isWriting = true
        bench.begin()
      case 6: bench.begin()
      default: bench.send { $0 = InletLevels(volume: 1, isHeard: true) }
      }
      bench.run(seconds: 0.05 + random.unit() * 0.6)
      let state = bench.state
      #expect(state.fill >= 0 && state.fill < 0.5 && abs(state.driftPPM) <= 570, "\(state)")
    }
    #expect(bench.left.allSatisfy { abs($0) <= 0.401 })
    // 100 Hz at 0.4 bends by 0.00007. A volume fade of 5 ms has corners of at most 0.4 / 240. A hard cut would
    // be a step of up to 0.4.
    #expect(Signals.roughest(bench.left[...]) < 0.0036, "\(Signals.roughest(bench.left[...]))")
    bench.send { $0 = InletLevels(volume: 1, isHeard: true) }
    bench.run(seconds: 2)
    #expect(bench.left.suffix(24_000).max()! > 0.39, "after all that it plays")
  }
}
