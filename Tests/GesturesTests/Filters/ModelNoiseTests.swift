import Gestures
import SyntheticHands
import TestSupport
import Testing

/// Tests of filters that are adapted to a model's noise. A noisier model must not give a noisier sound.
@Suite struct ModelNoiseTests {
  private static let ratios: [Float] = Ring.cases([1.33], of: [1.15, 1.33, 1.5])

  /// Returns the standard deviation of the output for a still hand. The hand shakes by this noise. The unit is hand
  /// sizes.
  /// - Parameter measured: measures every n-th frame. The others are kept.
  private func jitter(_ noise: LandmarkNoise, filterFor: LandmarkNoise, rate: Double, measured: Int = 1) -> Double {
    var lengths = (0..<16).map { _ in SteadyLengths(.oneEuro, lookAhead: 0.02, noise: filterFor) }
    var random = SplitMix(seed: 11)
    var pinch: Float = 1
    var squares = 0.0
    for i in 0..<1500 * measured {
      for k in lengths.indices {
        // The sum of twelve uniform values is close enough to normal.
        let isKept = i % measured != 0
        if !isKept { pinch = 1 + noise.deviation * ((0..<12).reduce(Float(-6)) { s, _ in s + random.unit() }) }
        let x = lengths[k].smooth(pinch: pinch, openness: 1, at: Double(i) / rate, isKept: isKept).pinch - 1
        if i >= 60 * measured { squares += Double(x * x) }
      }
    }
    return (squares / Double(1440 * measured * lengths.count)).squareRoot()
  }

  @Test(arguments: ratios, [15.0, 30, 60])
  func `a still hand shakes no more behind the default filter`(ratio: Float, rate: Double) {
    let noisy = LandmarkNoise(timesFloat: ratio)
    let float = jitter(.float, filterFor: .float, rate: rate)
    let same = jitter(noisy, filterFor: noisy, rate: rate)
    #expect(same <= 1.03 * float, "\(same / float) times as much")
    let unset = jitter(noisy, filterFor: .float, rate: rate)
    #expect(unset > 1.05 * float, "the figure changes nothing: \(unset / float)")
  }

  /// Three of four frames of a resting hand are kept.
  @Test func `a hand whose landmarks are kept shakes no more`() {
    let each = jitter(.float, filterFor: .float, rate: 30)
    let fourth = jitter(.float, filterFor: .float, rate: 30, measured: 4)
    #expect(fourth <= 1.01 * each, "\(fourth / each) times as much")
  }

  /// Returns the lag of the default filter, in ms. The hand moves.
  /// - Parameter speed: in hand sizes per second. The benchmark measures at one and two.
  private func lag(_ noise: LandmarkNoise, rate: Double, speed: Float) -> Double {
    var filter = FilterKind.oneEuro.make(noise: noise)
    var out: Float = 0
    let n = Int(rate * 3)
    for i in 0...n { out = filter.update(speed * Float(i) / Float(rate), dt: Float(1 / rate)) }
    return (Double(n) / rate - Double(out / speed)) * 1000
  }

  @Test(arguments: [15.0, 30, 60], [Float(1), 2])
  func `it is paid for with at most three milliseconds`(rate: Double, speed: Float) {
    let paid = lag(LandmarkNoise(timesFloat: 1.33), rate: rate, speed: speed) - lag(.float, rate: rate, speed: speed)
    #expect(paid > 0 && paid <= 3, "\(paid) ms")
  }

  /// Returns the filter's lag in each frame of a second, in ms. A still hand starts to move at one hand size per
  /// second.
  private func lagsOfSettingOff(_ noise: LandmarkNoise, rate: Double) -> [Double] {
    var filter = FilterKind.oneEuro.make(noise: noise)
    for _ in 0..<Int(rate * 2) { _ = filter.update(0, dt: Float(1 / rate)) }
    return (0..<Int(rate)).map { i in
      let way = Float(i) / Float(rate)
      return Double(way - filter.update(way, dt: Float(1 / rate))) * 1000
    }
  }

  @Test(arguments: [15.0, 30, 60])
  func `in no frame is a hand that sets off later by more than fourteen milliseconds`(rate: Double) {
    let lags = zip(lagsOfSettingOff(LandmarkNoise(timesFloat: 1.33), rate: rate), lagsOfSettingOff(.float, rate: rate))
    let paid = lags.map { $0 - $1 }.max()!
    #expect(paid > 0 && paid <= 14, "\(paid) ms")
  }

  /// A noisier reading is smoothed more. Two kinds of filter have no parameter for noise.
  @Test(arguments: FilterKind.allCases)
  func `a filter for a noisy model passes less`(kind: FilterKind) {
    var (usual, noisy) = (kind.make(), kind.make(noise: LandmarkNoise(timesFloat: 1.5)))
    var random = SplitMix(seed: 3)
    var passed = (usual: 0.0, noisy: 0.0)
    for i in 0..<600 {
      let x = (random.unit() - 0.5) * 0.02
      let (a, b) = (Double(usual.update(x, dt: 1 / 30)), Double(noisy.update(x, dt: 1 / 30)))
      guard i > 60 else { continue }
      passed.usual += a * a
      passed.noisy += b * b
    }
    let share = passed.noisy / passed.usual
    if kind == .none || kind == .stabilizer { #expect(share == 1) } else { #expect(share < 0.9, "\(share)") }
  }
}
