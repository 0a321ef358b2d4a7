import Foundation
import Gestures
import Performer
import Testing

/// Properties of the relative clutch, on many random ways to open and close a pinch.
@Suite struct ClutchTests {
  private func pitch(detent: Bool = false) -> RelativeClutch {
    RelativeClutch(law: .cents, range: -2400...2400, initial: 0, detent: detent ? (0, 20) : nil)
  }

  /// Closes to `distance` and lets the closing time pass.
  private func engage(_ clutch: inout RelativeClutch, at distance: Float = 0.2, from time: Double = 0) -> Double {
    var t = time
    for _ in 0..<30 {
      clutch.update(distance: distance, extended: 1, openness: 1, at: t)
      t += 1 / 30
    }
    #expect(clutch.isEngaged)
    return t
  }

  @Test func aHandThatClosesToAFistIsNoPinch() {
    var clutch = RelativeClutch(law: .root, range: 0.1...2, initial: 1)
    // Thumb and index are together from the first frame on; the other fingers close within 0.4 s, then the index finger is rolled in.
    for i in 0..<30 {
      let time = Double(i) / 30
      clutch.update(distance: 0.15, extended: 0, openness: max(1, 2 - Float(time) * 2.5), pinchPossible: time < 0.4, at: time)
      #expect(!clutch.isEngaged)
    }
    // The same hand at rest is one.
    for i in 30..<36 { clutch.update(distance: 0.15, extended: 0, openness: 1, at: Double(i) / 30) }
    #expect(clutch.isEngaged)
  }

  @Test func engagingMovesNothing() {
    for start in stride(from: Float(-1200), through: 1200, by: 300) {
      var clutch = pitch()
      clutch.set(start)
      _ = engage(&clutch)
      #expect(abs(clutch.value - start) < 5)
    }
  }

  @Test func closingFurtherAfterEngagementIsNotHeard() {
    var clutch = pitch()
    var t = 0.0
    for d in Array(stride(from: Float(0.9), through: 0.13, by: -0.05)) + Array(repeating: 0.13, count: 5) {
      clutch.update(distance: d, extended: 2, openness: 1, at: t)
      t += 1 / 30
    }
    #expect(clutch.isEngaged && abs(clutch.value) < 5, "\(clutch.value)")
  }

  @Test func doublingTheDistanceIsSixHundredCents() {
    var clutch = pitch()
    let t = engage(&clutch, at: 0.2)
    clutch.update(distance: 0.4, extended: 1, openness: 1, at: t)
    #expect(abs(clutch.value - 600) < 1)
    var speed = RelativeClutch(law: .root, range: 0.1...2, initial: 1)
    let u = engage(&speed, at: 0.2)
    speed.update(distance: 0.4, extended: 1, openness: 1, at: u)
    #expect(abs(speed.value - Float(2).squareRoot()) < 0.001)
  }

  @Test(arguments: 0..<50)
  func theValueIsMonotoneInTheDistance(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var clutch = pitch()
    var t = engage(&clutch, at: 0.15 + random.unit() * 0.08)
    var pairs: [(Float, Float)] = []
    for _ in 0..<200 {
      let d = 0.1 + random.unit()
      clutch.update(distance: d, extended: 2, openness: 1, at: t)
      pairs.append((d, clutch.value))
      t += 1 / 30
    }
    pairs.sort { $0.0 < $1.0 }
    for (a, b) in zip(pairs, pairs.dropFirst()) { #expect(a.1 <= b.1 + 0.01) }
    #expect(pairs.allSatisfy { abs($0.1) <= 2400 })
  }

  @Test func aNewPinchGoesOnFromThere() {
    var clutch = pitch()
    var t = engage(&clutch)
    for _ in 0..<2 {
      clutch.update(distance: 0.4, extended: 1, openness: 1, at: t)
      t += 1 / 30
      for _ in 0..<12 {
        clutch.update(distance: 0.4, extended: 1, openness: 1, at: t)
        t += 1 / 30
      }
      for _ in 0..<8 {
        clutch.update(distance: 0.9, extended: 5, openness: 2, at: t)
        t += 1 / 30
      }
      #expect(!clutch.isEngaged)
      t = engage(&clutch, from: t)
    }
    #expect(abs(clutch.value - 1200) < 10, "\(clutch.value)")
  }

  @Test func openingTheHandLeavesTheValueAlone() {
    var clutch = pitch()
    var t = engage(&clutch)
    for _ in 0..<15 {
      clutch.update(distance: 0.4, extended: 1, openness: 1, at: t)
      t += 1 / 30
    }
    // Thumb and index fly apart while the other fingers uncurl, a hand size in 0.3 s.
    for i in 0..<16 {
      let x = Float(min(i, 9)) / 9
      clutch.update(distance: 0.4 + 0.8 * x, extended: x < 0.8 ? 1 : 5, openness: 1 + x, at: t)
      t += 1 / 30
    }
    #expect(!clutch.isEngaged)
    #expect(abs(clutch.value - 600) < 5, "\(clutch.value)")
  }

  @Test func losingAndFindingTheHandDoesNotJump() {
    var clutch = pitch()
    var t = engage(&clutch)
    clutch.update(distance: 0.3, extended: 1, openness: 1, at: t)
    let before = clutch.value
    for _ in 0..<6 {
      t += 1 / 30
      clutch.update(distance: nil, extended: 0, at: t)
    }
    t += 1 / 30
    clutch.update(distance: 0.8, extended: 1, openness: 1, at: t)
    #expect(clutch.isEngaged && abs(clutch.value - before) < 5)
    for _ in 0..<20 {
      t += 1 / 30
      clutch.update(distance: nil, extended: 0, at: t)
    }
    #expect(!clutch.isEngaged && abs(clutch.value - before) < 5)
  }

  @Test func aCandidateAboveTheSecondThresholdIsReleased() {
    var clutch = pitch()
    clutch.update(distance: 0.24, extended: 1, at: 0)
    clutch.update(distance: 0.4, extended: 1, at: 0.03)
    clutch.update(distance: 0.3, extended: 1, at: 0.1)
    clutch.update(distance: 0.3, extended: 1, at: 0.3)
    #expect(!clutch.isEngaged)
  }

  @Test func theOriginalCanBeFoundAgain() {
    var clutch = pitch(detent: true)
    let t = engage(&clutch, at: 0.2)
    clutch.update(distance: 0.2 * 1.02, extended: 1, openness: 1, at: t)
    #expect(clutch.value == 0)
    clutch.update(distance: 0.2 * 1.05, extended: 1, openness: 1, at: t + 0.03)
    #expect(clutch.value > 20)
  }

  @Test func volumeFollowsTheRatioAndStaysInRange() {
    var volume = VolumeClutch(initial: 0.5)
    var t = 0.0
    func move(_ d: Float?, _ fingers: Int, _ frames: Int) {
      for _ in 0..<frames {
        volume.update(distance: d, extended: fingers, at: t)
        t += 1 / 30
      }
    }
    move(3, 5, 9)
    #expect(!volume.isEngaged)
    move(3, 5, 3)
    #expect(volume.isEngaged && volume.value == 0.5)
    move(4.5, 4, 1)
    #expect(abs(volume.value - 0.75) < 1e-4)
    move(30, 5, 1)
    #expect(volume.value == 1)
    move(3, 2, 1)
    #expect(!volume.isEngaged && volume.value == 1)
    move(3, 5, 12)
    move(0, 5, 1)
    #expect(volume.value < 0.05)
    // From silence the way leads back up.
    volume.set(0)
    move(nil, 0, 1)
    move(3, 5, 12)
    move(9, 5, 1)
    #expect(volume.value > 0.05)
  }
}
