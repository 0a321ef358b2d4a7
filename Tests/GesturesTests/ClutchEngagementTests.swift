import Gestures
import SyntheticHands
import Testing

/// Tests of the time at which a pinch engages the clutch. Engaging moves nothing.
@Suite struct ClutchEngagementTests {
  @Test func `a hand that closes to a fist is not a pinch`() {
    var play = ClutchPlay(.root)
    // Thumb and index finger are together from the first frame on. The other fingers close within 0.4 s, then the
    // index finger rolls in.
    for i in 0..<30 {
      let time = Float(i) / 30
      play.look(.init(distance: 0.15, extended: 0, openness: max(1, 2 - time * 2.5), pinchPossible: time < 0.4))
      #expect(!play.clutch.isEngaged)
    }
    // The same hand at rest is a pinch.
    for _ in 30..<36 { play.see(0.15, extended: 0) }
    #expect(play.clutch.isEngaged)
  }

  @Test func `a candidate above the second threshold is released`() {
    var play = ClutchPlay()
    for d in [0.24, 0.4, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3] as [Float] { play.see(d) }
    #expect(!play.clutch.isEngaged)
  }

  @Test func `engaging moves nothing`() {
    for start in stride(from: Float(-1200), through: 1200, by: 300) {
      var play = ClutchPlay(initial: start)
      play.engage()
      #expect(abs(play.clutch.value - start) < 5)
    }
    for start in [Float(0.1), 0.25, 0.5, 0.8, 1, 1.3, 1.7, 2] {
      var play = ClutchPlay(.root, initial: start)
      play.engage()
      #expect(abs(play.clutch.value / start - 1) < 0.01, "\(play.clutch.value) after \(start)")
    }
  }

  @Test func `closing is not heard however it shakes`() {
    for seed in 0..<20 {
      var random = SplitMix(seed: UInt64(seed))
      var play = ClutchPlay()
      for d in Array(stride(from: Float(0.9), through: 0.13, by: -0.04)) + Array(repeating: 0.13, count: 30) {
        play.see(d + (random.unit() - 0.5) * 0.03, extended: 2)
      }
      #expect(play.clutch.isEngaged && abs(play.clutch.value) < 5, "seed \(seed): \(play.clutch.value)")
    }
  }

  /// Slow motion of fingers or wrist below the thresholds moves nothing.
  @Test func `a resting hand that sinks moves nothing`() {
    var play = ClutchPlay()
    play.engage()
    play.move(from: (0.15, 0), to: (0.2, -0.7), seconds: 10)
    #expect(play.clutch.isEngaged && play.clutch.grip == .resting)
    #expect(abs(play.clutch.value) < 5, "\(play.clutch.value)")
  }

  /// The same motion ends at the same value in spite of noise. It also does so one frame earlier or later. Two thirds
  /// of all ends lie within the deviation of their mean. The last frame's own noise makes 5 cents of it.
  @Test(arguments: [15.0, 30, 60])
  func `no single frame decides`(rate: Double) {
    var ends: [Float] = []
    for seed in 0..<200 {
      var random = SplitMix(seed: UInt64(seed))
      var play = ClutchPlay(rate: rate)
      play.time = Double(random.unit()) / rate
      while play.time < 4 {
        let t = Float(play.time)
        // The pinch closes until 0.5 s and rests until 1.2 s. It then opens until 2.4 s.
        let closing = min(max((0.5 - t) / 0.5, 0), 1)
        let opening = min(max((t - 1.2) / 1.2, 0), 1)
        let d = 0.13 + 0.6 * closing + 0.45 * opening * opening * (3 - 2 * opening)
        play.see(d + (random.unit() - 0.5) * 0.012, height: (random.unit() - 0.5) * 0.02)
      }
      ends.append(play.clutch.value)
    }
    let mean = ends.reduce(0, +) / Float(ends.count)
    let deviation = (ends.reduce(Float(0)) { $0 + ($1 - mean) * ($1 - mean) } / Float(ends.count)).squareRoot()
    print("ends at \(rate) frames a second: \(mean) cents, deviation \(deviation), \(ends.min()!) to \(ends.max()!)")
    #expect(deviation < 8.8 && ends.max()! - ends.min()! < 60 && ends.min()! > 500, "\(ends)")
  }
}
