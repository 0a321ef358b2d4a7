import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the axes of a palm's turn. A turn in the image plane changes no distance and does not count.
@Suite struct PalmTurnAxisTests {
  private let aspect: Float = 4.0 / 3

  /// Returns the landmarks turned about an axis through the wrist. The axis has x right, y down and z away from the
  /// camera. The angle is in degrees.
  private func turned(_ points: Landmarks, about axis: SIMD3<Float>, by degrees: Float) -> Landmarks {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let wrist = points[.wrist]
    var result = points
    for k in 0..<Landmarks.count {
      let p = SIMD3((points[k].x - wrist.x) * aspect, points[k].y - wrist.y, (points[k].z - wrist.z) * aspect)
      let cross = SIMD3(axis.y * p.z - axis.z * p.y, axis.z * p.x - axis.x * p.z, axis.x * p.y - axis.y * p.x)
      let q = p * c + cross * s + axis * ((axis * p).sum() * (1 - c))
      result[k] = Landmark(x: wrist.x + q.x / aspect, y: wrist.y + q.y, z: wrist.z + q.z / aspect)
    }
    return result
  }

  private func hand(yaw: Float = 0, tilt: Float = 0, roll: Float = 0) -> Landmarks {
    PosedHand(.right, .open, wrist: SIMD2(0.6, 0.8), size: 0.2, roll: roll, yaw: yaw, tilt: tilt).landmarks(aspect: aspect).mirrored
  }

  /// Returns the share of frames in which the palm turns. It counts from 0.5 s on.
  private func turning(_ rate: Double, _ hand: (Float) -> Landmarks) -> Float {
    var turn = PalmTurn()
    var turning = 0
    let frames = Int(1.5 * rate)
    for i in 0..<frames {
      let t = Double(i) / rate
      if turn.update(HandMeasure(hand(Float(t)), aspect: aspect), at: t), t >= 0.5 { turning += 1 }
    }
    return Float(turning) / Float(frames - Int(0.5 * rate))
  }

  /// This holds for any angle of the palm to the camera.
  @Test(arguments: [Float(-50), -40, -20, 0, 20, 40, 50], [15.0, 30, 60])
  func `a roll in the frame's plane does not count`(away: Float, rate: Double) {
    #expect(turning(rate) { hand(yaw: away, roll: 40 * $0) } == 0)
    #expect(turning(rate) { hand(tilt: away, roll: -60 * $0) } == 0)
    #expect(turning(rate) { hand(yaw: away / 2, tilt: away / 2, roll: 40 * $0) } == 0)
  }

  /// The palm turns past the line of sight. It goes from 20 degrees on one side to 25 on the other. The angle to the
  /// line is at times the same as before.
  @Test(arguments: [15.0, 30, 60])
  func `a turn past the line of sight is one`(rate: Double) {
    #expect(turning(rate) { hand(yaw: 30 * $0 - 20) } > 0.9)
    #expect(turning(rate) { hand(tilt: 20 - 30 * $0) } > 0.9)
  }

  /// A yawed palm turns about the forearm or tilts. Some hands also roll.
  @Test func `a turn of a hand that stands askew is one`() {
    for away in [Float(-40), -20, 20, 40] {
      #expect(turning(30) { hand(yaw: away + 30 * $0) } > 0.95, "yaw from \(away) degrees")
      #expect(turning(30) { hand(yaw: away, tilt: 30 * $0) } > 0.95, "tilt at \(away) degrees")
      #expect(turning(30) { hand(yaw: 30 * $0, roll: away + 40 * $0) } > 0.95, "yaw and roll from \(away) degrees")
    }
  }

  /// The palm's own normal stays where it is. Only the foreshortening of the fingers changes.
  @Test func `a turn about the normal of a tilted palm is one`() {
    let tilt: Float = 50
    let flat = hand()
    func tilted(_ spin: Float) -> Landmarks {
      turned(turned(flat, about: SIMD3(0, 0, 1), by: spin), about: SIMD3(1, 0, 0), by: tilt)
    }
    #expect(turning(30) { tilted(40 * $0) } > 0.95)
    #expect(turning(30) { _ in tilted(20) } == 0)
  }
}
