import Foundation
import Sound
import TestSupport
import Testing

/// Tests of a writer whose clock is not the card's. The inlet follows it without a click and without an audible
/// change of pitch. GESTUREFLOW_DRIFT_SECONDS sets the length (an hour in `make test-long`).
@Suite struct InletDriftTests {
  static let seconds = ProcessInfo.processInfo.environment["GESTUREFLOW_DRIFT_SECONDS"].flatMap(Int.init) ?? 240

  /// The drift of each writer in ppm, its rate and its piece.
  private static let writers: [(Double, Int, Int)] = [
    (-500, 48_000, 960), (500, 44_100, 441), (-500, 44_100, 1024), (-20, 44_100, 441), (0, 48_000, 480),
  ]

  @Test(arguments: Ring.cases(Array(writers.prefix(2)), of: writers))
  func `a clock that is off is followed`(ppm: Double, rate: Int, piece: Int) {
    let bench = InletBench(rate: rate, drift: ppm, piece: piece, sound: InletBench.sine(200, rate: rate))
    bench.keeps = false
    var second: [Float] = []
    bench.listen = { second += $0 }
    bench.run(seconds: 1)
    // The fade-in is over.
    var last = Array(second.suffix(2))
    var (cents, bend, leap): (Double, Float, Double) = (0, 0, 0)
    var fills: [Double] = []
    var before = bench.state.driftPPM
    for turn in 1..<max(Self.seconds, 60) {
      second = last
      bench.run(seconds: 1)
      bend = max(bend, Signals.roughest(second[...]))
      // By the writer's own clock it is 200 Hz.
      cents = max(cents, abs(1200 * log2(Signals.frequency(second[...]) / (200 * (1 + ppm * 1e-6)))))
      last = Array(second.suffix(2))
      leap = max(leap, abs(bench.state.driftPPM - before))
      before = bench.state.driftPPM
      if turn > 120 { fills.append(bench.state.fill) }
    }
    // A sine of 200 Hz at 0.5 bends by 0.00034; a click of -60 dBFS would be 0.001 more.
    #expect(bend < 0.0005, "\(bend)")
    #expect(cents < 1, "\(cents) cents")
    #expect(leap < 25, "\(leap) millionths in a second")
    #expect(bench.state.starvations == 0 && !bench.state.isPaced)
    #expect(bench.taken == bench.made, "nothing was held back")
    guard Self.seconds >= 240 else { return }
    let mean = fills.reduce(0, +) / Double(fills.count)
    // The reported fill is that after a block. It is less than the mean by up to half a piece and half a block.
    #expect(abs(mean - 0.08) < 0.02, "\(mean) s kept")
    #expect(abs(bench.state.driftPPM - ppm) < 60, "\(bench.state.driftPPM)")
  }

  /// Pieces of 100 ms exceed the initial buffer. It underruns once or twice, and then more is kept.
  @Test func `a writer of large pieces is given room`() {
    let bench = InletBench(rate: 44_100, drift: 100, piece: 4410, sound: InletBench.sine(200, rate: 44_100))
    bench.run(seconds: 60)
    #expect(bench.state.starvations <= 3, "\(bench.state.starvations)")
    let before = bench.state.starvations
    bench.run(seconds: 120)
    #expect(bench.state.starvations == before)
    #expect(Signals.roughest(bench.left[...]) < 0.001, "its fades have corners of 0.5 / 960")
  }

  @Test func `a writer that waits for us has no clock`() {
    let bench = InletBench(rate: 44_100, piece: 4096, sound: InletBench.sine(200, rate: 44_100))
    bench.isPaced = true
    bench.run(seconds: 60)
    #expect(bench.state.isPaced && bench.state.driftPPM == 0 && bench.state.starvations == 0)
    #expect(abs(1200 * log2(Signals.frequency(bench.left.suffix(960_000)) / 200)) < 0.001)
    // A full buffer is normal here: 240 ms.
    #expect(abs(bench.state.fill - 0.24) < 0.006, "\(bench.state.fill)")
  }
}
