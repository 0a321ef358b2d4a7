import Hands
import Testing

/// Tests of the time of a hand's last movement.
@Suite struct LastMovementTests {
  private static let size: Float = 0.2

  /// Returns a hand's movement from 0 to `end`, at 30 frames a second.
  /// - Parameter shift: the distance of a joint from its place, in hand sizes.
  private func movement(until end: Double, _ shift: (Joint, Double) -> Float) -> LastMovement {
    func point(_ joint: Joint, _ time: Double) -> SIMD2<Float> {
      SIMD2(0.5 + Float(joint.rawValue) * 0.01 + shift(joint, time) * Self.size, 0.5)
    }
    var movement = LastMovement(at: 0) { point($0, 0) }
    for i in 1...Int(end * 30) {
      let time = Double(i) / 30
      movement.see(size: Self.size, at: time) { point($0, time) }
    }
    return movement
  }

  @Test func `a hand is still when it has not moved for ten seconds since it came`() {
    let resting = movement(until: 9) { _, _ in 0 }
    #expect(resting.time == 0 && !resting.isStill(at: 9.99) && resting.isStill(at: 10))
  }

  /// The limits are 0.15 hand sizes for the wrist, 0.4 for a fingertip.
  @Test(arguments: [
    (Joint.wrist, Float(0.14), false), (.wrist, 0.17, true), (.indexTip, 0.38, false), (.indexTip, 0.45, true), (.middlePIP, 2, false),
  ])
  func `a step of the wrist or of a fingertip is a movement`(joint: Joint, step: Float, moves: Bool) {
    let seen = movement(until: 8) { $0 == joint && $1 > 5 ? step : 0 }
    #expect((seen.time > 5) == moves && seen.time < 6)
  }

  /// The landmarks of a poster on a wall shake. Sometimes one frame is misread.
  @Test func `a hand that shakes or is misread once has not moved`() {
    let seen = movement(until: 20) { _, time in
      let frame = Int((time * 30).rounded())
      return frame % 97 == 50 ? 0.8 : frame % 2 == 0 ? 0.08 : -0.08
    }
    #expect(seen.isStill(at: 20))
  }

  /// The same as for a sinking arm.
  @Test func `a slow way adds up`() {
    let seen = movement(until: 30) { _, time in Float(time) * 0.05 }
    #expect(!seen.isStill(at: 30))
  }

  @Test func `a hand that holds something and one that was away have not rested meanwhile`() {
    var held = movement(until: 20) { _, _ in 0 }
    held.holds(at: 20)
    #expect(!held.isStill(at: 29.9) && held.isStill(at: 30))
    var away = movement(until: 8) { _, _ in 0 }
    away.wasAway(for: 5)
    #expect(!away.isStill(at: 14.9) && away.isStill(at: 15))
  }

  @Test func `the same place is the wrist's and the fingertips'`() {
    let rests = movement(until: 3) { _, _ in 0 }
    func isInPlace(_ moved: Joint, _ shift: Float) -> Bool {
      rests.isInPlace(size: Self.size) { SIMD2(0.5 + Float($0.rawValue) * 0.01 + ($0 == moved ? shift * Self.size : 0), 0.5) }
    }
    #expect(isInPlace(.wrist, 0.1) && !isInPlace(.wrist, 0.2) && isInPlace(.littleTip, 0.3) && !isInPlace(.littleTip, 0.5))
  }

  @Test func `a time that goes back and a point that is NaN leave a hand that can be still`() {
    var seen = movement(until: 12) { $0 == .wrist && $1 > 5 ? 1 : 0 }
    #expect(seen.time > 5)
    seen.restarted(at: 2)
    #expect(seen.time == 2)
    seen.see(size: Self.size, at: 2.1) { _ in SIMD2(.nan, .nan) }
    #expect(seen.time == 2 && !seen.isStill(at: 11.9) && seen.isStill(at: 12))
  }
}
