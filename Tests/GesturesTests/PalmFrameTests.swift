import Foundation
import Gestures
import Hands
import Performer
import Testing

/// The palm's own axes: what is measured along them belongs to the fingers, not to how the hand is held.
@Suite struct PalmFrameTests {
  private func posed(_ side: Handedness, _ pose: HandPose = .pinching(aperture: 0.4), roll: Float = 0, yaw: Float = 0, tilt: Float = 0)
    -> Landmarks
  {
    PosedHand(side, pose, wrist: SIMD2(0.6, 0.8), size: 0.2, roll: roll, yaw: yaw, tilt: tilt).worldLandmarks
  }

  private func length(_ way: SIMD3<Float>) -> Float { (way * way).sum().squareRoot() }

  @Test(arguments: [Handedness.left, .right])
  func howTheHandIsHeldChangesNothing(side: Handedness) throws {
    let straight = try #require(PalmFrame(posed(side)))
    for seed in 0..<50 {
      var random = SplitMix(seed: UInt64(seed))
      func angle() -> Float { (random.unit() - 0.5) * 160 }
      var points = posed(side, roll: angle(), yaw: angle(), tilt: angle())
      let scale = 0.5 + random.unit()
      for k in 0..<Landmarks.count {
        points[k].x = points[k].x * scale + 0.3
        points[k].y = points[k].y * scale - 0.1
        points[k].z = points[k].z * scale + 0.2
      }
      let turned = try #require(PalmFrame(points))
      #expect(length(turned.way(.thumbTip, .indexTip) - straight.way(.thumbTip, .indexTip)) < 1e-4, "seed \(seed)")
      #expect(abs(turned.openness - straight.openness) < 1e-4, "seed \(seed)")
    }
  }

  @Test func lengthsAreThoseOfTheHand() throws {
    let points = posed(.right)
    let frame = try #require(PalmFrame(points))
    #expect(abs(frame.way(.wrist, .middleMCP).y - 1) < 1e-5)
    let d = SIMD3(
      points[.indexTip].x - points[.thumbTip].x, points[.indexTip].y - points[.thumbTip].y, points[.indexTip].z - points[.thumbTip].z)
    let size = SIMD3(
      points[.middleMCP].x - points[.wrist].x, points[.middleMCP].y - points[.wrist].y, points[.middleMCP].z - points[.wrist].z)
    #expect(abs(length(frame.way(.thumbTip, .indexTip)) - length(d) / length(size)) < 1e-5)
  }

  @Test func anOpenHandIsMoreOpenThanAFist() throws {
    let open = try #require(PalmFrame(posed(.right, .open))).openness
    let fist = try #require(PalmFrame(posed(.right, .fist))).openness
    #expect(open > 1.5 && fist < 1.2)
  }

  @Test func pointsThatSpanNoPalmHaveNoFrame() {
    #expect(PalmFrame(Landmarks()) == nil)
    var line = posed(.right)
    for joint in [Joint.wrist, .indexMCP, .middleMCP, .littleMCP] { line[joint].x = 0; line[joint].z = 0 }
    #expect(PalmFrame(line) == nil)
    var broken = posed(.right)
    broken[.middleMCP].x = .nan
    #expect(PalmFrame(broken) == nil)
  }
}
