import Foundation
import Sound
import TestSupport
import Testing

/// Tests of the control law for a writer's clock, with an ideal buffer.
@Suite struct DriftControllerTests {
  /// Returns the kept seconds at the end, and the highest and lowest before it.
  private func run(
    _ keeper: inout DriftController, drift: Double, seconds: Int, from level: Double = 0.08, noise: Double = 0
  ) -> (level: Double, low: Double, high: Double) {
    var (level, low, high) = (level, level, level)
    var random = SplitMix(3)
    for _ in 0..<seconds * 10 {
      keeper.take(level: level + noise * (random.unit() - 0.5), goal: 0.08, over: 0.1, isPaced: false)
      level += 0.1 * (drift - keeper.correction)
      (low, high) = (min(low, level), max(high, level))
    }
    return (level, low, high)
  }

  @Test(arguments: [-500e-6, -100e-6, 0, 3e-6, 500e-6])
  func `it finds the clock and keeps the buffer`(drift: Double) {
    var keeper = DriftController()
    let way = run(&keeper, drift: drift, seconds: 900)
    #expect(abs(keeper.correction - drift) < 1e-6, "\(keeper.correction)")
    #expect(abs(way.level - 0.08) < 0.0005)
    #expect(way.low > 0.06 && way.high < 0.1, "\(way)")
  }

  /// Pieces move the mean of a tenth of a second by 10 ms. The ratio moves by less than 0.1 cents.
  @Test func `jitter of the buffer does not change the pitch`() {
    var keeper = DriftController()
    _ = run(&keeper, drift: 100e-6, seconds: 600, noise: 0.01)
    var (low, high) = (1.0, -1.0)
    for _ in 0..<30 {
      _ = run(&keeper, drift: 100e-6, seconds: 1, noise: 0.01)
      (low, high) = (min(low, keeper.correction), max(high, keeper.correction))
    }
    #expect(high - low < 58e-6, "\((high - low) * 1e6)")
  }

  @Test func `it never goes beyond a cent`() {
    var keeper = DriftController()
    for level in [9.0, -9, 0.5] {
      for _ in 0..<2000 {
        keeper.take(level: level, goal: 0.08, over: 0.1, isPaced: false)
        #expect(abs(keeper.correction) <= DriftController.most)
      }
    }
    #expect(1200 * log2(1 + DriftController.most) < 1)
  }

  /// A buffer that was too full for minutes does not measure the clock. Once the fill is right, the ratio soon
  /// is.
  @Test func `a full buffer teaches nothing`() {
    var keeper = DriftController()
    let way = run(&keeper, drift: 0, seconds: 1200, from: 0.4)
    #expect(way.low > 0.06, "\(way)")
    #expect(abs(way.level - 0.08) < 0.002)
  }

  @Test func `a writer that waits has no clock`() {
    var keeper = DriftController()
    _ = run(&keeper, drift: 400e-6, seconds: 300)
    for _ in 0..<400 { keeper.take(level: 0.24, goal: 0.08, over: 0.1, isPaced: true) }
    #expect(keeper.correction == 0)
  }
}
