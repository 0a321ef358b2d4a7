import Foundation
import Gestures
import SyntheticHands
import Testing

/// Tests of the laws of spread and fader. They also test which of the two owns the pinch.
@Suite struct ClutchLawTests {
  @Test(arguments: [-1, 1] as [Float])
  func `one hand size of the fader is six hundred cents`(way: Float) {
    var play = ClutchPlay()
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, way * 2.15))
    #expect(play.clutch.grip == .fader)
    let high = play.clutch.value
    play.move(from: (0.15, way * 2.15), to: (0.15, way * 1.15))
    #expect(abs(high - play.clutch.value - way * 600) < 1, "\(high) and \(play.clutch.value)")
    // The way counts from a threshold beyond the start. The start itself has followed the hand a little by then.
    #expect(abs(high) > 1100 && abs(high) <= 1201, "\(high)")
    var speed = ClutchPlay(.root)
    speed.engage()
    speed.move(from: (0.15, 0), to: (0.15, way * 0.9))
    let before = speed.clutch.value
    speed.move(from: (0.15, way * 0.9), to: (0.15, way * 0.4))
    #expect(abs(before / speed.clutch.value - exp2(way * 0.25)) < 0.001)
  }

  @Test func `from the knee on doubling the distance is six hundred cents`() {
    var play = ClutchPlay()
    play.engage()
    play.move(from: (0.15, 0), to: (0.35, 0))
    #expect(play.clutch.grip == .spread)
    let before = play.clutch.value
    play.move(from: (0.35, 0), to: (0.7, 0))
    #expect(abs(play.clutch.value - before - 600) < 1, "\(play.clutch.value - before)")
    var speed = ClutchPlay(.root)
    speed.engage()
    speed.move(from: (0.15, 0), to: (0.35, 0))
    let slow = speed.clutch.value
    speed.move(from: (0.35, 0), to: (0.7, 0))
    #expect(abs(speed.clutch.value / slow - Float(2).squareRoot()) < 0.001)
  }

  /// With touching fingers the law is not steeper than at the knee. 0.01 hand sizes are less than 30 cents
  /// everywhere.
  @Test func `the law is not steepest where the fingers touch`() {
    var play = ClutchPlay()
    play.engage(at: 0.12)
    play.move(from: (0.12, 0), to: (0.24, 0))
    var last = play.clutch.value
    for d in stride(from: Float(0.25), through: 0.9, by: 0.01) {
      play.see(d)
      #expect(play.clutch.value - last < 30, "at \(d): \(play.clutch.value - last) cents")
      last = play.clutch.value
    }
  }

  @Test(arguments: 0..<50)
  func `the value is monotone in what owns it`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let isFader = seed % 2 == 0
    var play = ClutchPlay()
    play.engage(at: 0.12 + random.unit() * 0.1)
    if isFader { play.move(from: (0.15, 0), to: (0.15, 0.5)) } else { play.move(from: (0.15, 0), to: (0.5, 0)) }
    #expect(play.clutch.grip == (isFader ? .fader : .spread))
    var pairs: [(Float, Float)] = []
    for _ in 0..<200 {
      let d = 0.1 + random.unit()
      let h = (random.unit() - 0.5) * 8
      play.see(d, height: h, extended: 2)
      pairs.append((isFader ? h : d, play.clutch.value))
    }
    pairs.sort { $0.0 < $1.0 }
    for (a, b) in zip(pairs, pairs.dropFirst()) { #expect(a.1 <= b.1 + 0.01) }
    #expect(pairs.allSatisfy { abs($0.1) <= 2400 })
  }

  @Test func `the one that owns the pinch is not disturbed by the other`() {
    var fader = ClutchPlay()
    fader.engage()
    fader.move(from: (0.15, 0), to: (0.15, 0.6))
    let lifted = fader.clutch.value
    fader.move(from: (0.15, 0.6), to: (0.7, 0.6))
    #expect(fader.clutch.value == lifted && fader.clutch.grip == .fader)
    var spread = ClutchPlay()
    spread.engage()
    spread.move(from: (0.15, 0), to: (0.5, 0))
    let opened = spread.clutch.value
    spread.move(from: (0.5, 0), to: (0.5, -2))
    #expect(spread.clutch.value == opened && spread.clutch.grip == .spread)
  }

  @Test func `the setting leaves one of the two`() {
    var spread = ClutchPlay(pinch: .spread)
    spread.engage()
    spread.move(from: (0.15, 0), to: (0.15, 2))
    #expect(spread.clutch.value == 0)
    var fader = ClutchPlay(pinch: .fader)
    fader.engage()
    fader.move(from: (0.15, 0), to: (0.8, 0))
    #expect(fader.clutch.value == 0)
  }

  /// Three pinches reach both ends of the range. They stay in the frame, which is four hand sizes high.
  @Test(arguments: [RelativeClutch.Law.cents, .root])
  func `the whole range is reached in three pinches`(law: RelativeClutch.Law) {
    for way in [Float(-1), 1] {
      var play = ClutchPlay(law)
      for _ in 0..<3 {
        play.engage(height: -way * 1.7)
        play.move(from: (0.15, -way * 1.7), to: (0.15, way * 1.7))
        play.letGo(height: way * 1.7)
      }
      let end: Float = law == .cents ? way * 2400 : way > 0 ? 2 : 0.1
      #expect(abs(play.clutch.value - end) < 1e-3, "\(play.clutch.value)")
    }
  }
}
