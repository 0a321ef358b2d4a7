import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of how far the fingers that do not pinch are open.
@Suite struct OpennessTests {
  private func posed(_ pose: HandPose, roll: Float = 0, yaw: Float = 0, tilt: Float = 0, rise: Float = 0) -> PosedHand {
    PosedHand(.right, pose, wrist: SIMD2(0.42, 0.74 - 0.2 * rise), size: 0.2, roll: roll, yaw: yaw, tilt: tilt)
  }

  @Test func `how the hand is held changes nothing in space`() throws {
    for pose in [HandPose.open, .fist, .pinching(aperture: 0.4)] {
      let straight = try #require(Openness.inSpace(posed(pose).worldLandmarks))
      for (roll, yaw, tilt) in [(Float(40), Float(0), Float(0)), (0, 50, 0), (0, 0, 50), (-70, 30, -40)] {
        let held = try #require(Openness.inSpace(posed(pose, roll: roll, yaw: yaw, tilt: tilt).worldLandmarks))
        #expect(abs(held - straight) < 1e-4, "\(roll), \(yaw), \(tilt)")
      }
    }
  }

  @Test func `an open hand is more open than a fist`() throws {
    let measured = [HandPose.open, .fist].map { HandMeasure(posed($0).landmarks(aspect: 4.0 / 3), aspect: 4.0 / 3) }
    #expect(Openness.inFrame(measured[0]) > Openness.inFrame(measured[1]) + 0.6)
    let inSpace = try [HandPose.open, .fist].map { try #require(Openness.inSpace(posed($0).worldLandmarks)) }
    #expect(inSpace[0] > inSpace[1] + 0.6)
  }

  @Test func `points without a size have none`() {
    #expect(Openness.inSpace(Landmarks()) == nil)
    var broken = posed(.fist).worldLandmarks
    broken[.middleMCP].x = .nan
    #expect(Openness.inSpace(broken) == nil)
  }

  /// The fingers of a hand that tilts back appear from behind it. That must not count as opening and block the fader.
  @Test(arguments: [Float(-50), 50]) func `a fader that is tilted goes on`(tilt: Float) throws {
    var engine = GestureEngine()
    var last = PlayerControl()
    let first = posed(.pinching(aperture: 0.05))
    engine.introduce([
      Hand(id: 1, handedness: .right, landmarks: first.landmarks(aspect: 4.0 / 3).mirrored, world: first.worldLandmarks)
    ])
    for i in 0..<120 {
      let time = Double(i) / 30
      func way(_ begin: Double, _ seconds: Double) -> Float { Float(min(max((time - begin) / seconds, 0), 1)) }
      let hand = posed(.pinching(aperture: 0.05), tilt: tilt * way(2, 1), rise: way(1, 0.8) + way(3, 0.8))
      let seen = Hand(id: 1, handedness: .right, landmarks: hand.landmarks(aspect: 4.0 / 3).mirrored, world: hand.worldLandmarks)
      last = engine.process(HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: [seen])).control.player ?? last
    }
    #expect(last.pitchGrip == .fader && last.pitchCents > 1000, "\(last.pitchCents) cents")
  }
}
