import Foundation
import Hands

/// The bones and flesh of the computed hand.
///
/// The hand's own space has a right hand with its palm to the camera and its fingers up; x to the thumb, y to
/// the finger tips, z to the camera. The wrist is the origin and wrist to middle MCP measures about 0.5. The
/// proportions were found by trials with MediaPipe's models: they accept the result as a hand.
public enum HandShape {
  /// Distance of wrist and middle MCP.
  public static let size: Float = SIMD3<Float>(0.06, 0.50, 0).length

  /// Joints of the four straight fingers: MCP, PIP, DIP and tip.
  /// The fingers are index, middle, ring and little.
  private static let straight: [[SIMD3<Float>]] = [
    [SIMD3(0.19, 0.47, 0), SIMD3(0.235, 0.68, 0), SIMD3(0.255, 0.80, 0), SIMD3(0.27, 0.90, 0)],
    [SIMD3(0.06, 0.50, 0), SIMD3(0.07, 0.74, 0), SIMD3(0.073, 0.87, 0), SIMD3(0.075, 0.98, 0)],
    [SIMD3(-0.07, 0.47, 0), SIMD3(-0.09, 0.69, 0), SIMD3(-0.10, 0.81, 0), SIMD3(-0.107, 0.92, 0)],
    [SIMD3(-0.18, 0.40, 0), SIMD3(-0.23, 0.56, 0), SIMD3(-0.255, 0.65, 0), SIMD3(-0.275, 0.73, 0)],
  ]
  /// Radii at MCP, PIP, DIP, tip. The thumb's at CMC, MCP, IP, tip come first.
  private static let radii: [[Float]] = [
    [0.075, 0.060, 0.050, 0.042], [0.060, 0.052, 0.044, 0.037], [0.060, 0.053, 0.045, 0.038],
    [0.058, 0.050, 0.043, 0.036], [0.052, 0.043, 0.037, 0.031],
  ]
  /// Offsets of landmarks from their joints, in hand sizes.
  /// x points to the thumb, y to the finger tips.
  private static let marks: [(Joint, SIMD2<Float>)] = [
    (.wrist, SIMD2(0.025, 0)), (.thumbCMC, SIMD2(0.030, -0.010)), (.indexMCP, SIMD2(-0.010, -0.030)),
    (.middleMCP, SIMD2(0, -0.030)), (.ringMCP, SIMD2(0.020, -0.010)),
    (.littleMCP, SIMD2(0.028, 0)),
  ]

  /// Returns MCP, PIP, DIP, tip of a bent finger (0 index ... 3 little).
  /// `bend` is in degrees at MCP, PIP, DIP.
  static func finger(_ index: Int, bend: SIMD3<Float>) -> [SIMD3<Float>] {
    let rest = straight[index]
    var points = [rest[0]]
    let first = rest[1] - rest[0]
    let along = first / first.length
    var angle: Float = 0
    for bone in 0..<3 {
      let length = (rest[bone + 1] - rest[bone]).length
      angle += bend[bone] * .pi / 180
      let direction = along * cos(angle) + SIMD3(0, 0, 1) * sin(angle)
      points.append(points[bone] + direction * length)
    }
    return points
  }

  /// Returns the 21 joints of a pose in the hand's own space.
  static func joints(_ pose: HandPose) -> [SIMD3<Float>] {
    [.zero] + pose.thumb + (0..<4).flatMap { finger($0, bend: pose.bends[$0]) }
  }

  /// Returns the landmarks of a pose. They are joints as the models' training data marks them.
  ///
  /// There are two differences from the joints, both the same for every frame. Seen from the palm, the MCP
  /// landmark of a bent finger is the crease at its root, below the joint. And some marks lie off this mesh's
  /// bones in every pose, by up to 3 % of the hand's size (`marks`; the mean over ten scripts).
  static func landmarkPoints(_ pose: HandPose) -> [SIMD3<Float>] {
    var points = joints(pose)
    let drop: [Float] = [0.015, 0.052, 0.055, 0.012]
    for finger in 0..<4 {
      // 0 straight, 1 bent: the PIP mark is below the bone's end on a straight finger and on top of the knuckle
      // of a bent one.
      let bent = min(pose.bends[finger].x / 70, 1)
      points[5 + finger * 4].y -= drop[finger] * bent
      points[6 + finger * 4].y += (bent * 0.045 - 0.020) * size
    }
    for (joint, mark) in marks { points[joint.rawValue] += SIMD3(mark.x, mark.y, 0) * size }
    return points
  }

  /// A cone with round ends, blended into the earlier ones within `blend`.
  struct Capsule {
    var a, b: SIMD3<Float>
    var radiusA, radiusB, blend: Float
  }

  /// Returns the flesh around 21 joints.
  /// They may be in any rotated copy of the hand's own space; `turn` rotates directions into that space.
  static func capsules(_ joints: [SIMD3<Float>], turn: (SIMD3<Float>) -> SIMD3<Float>) -> [Capsule] {
    var all: [Capsule] = []
    for finger in 0..<5 {
      let first = 1 + finger * 4
      for bone in 0..<3 {
        all.append(
          Capsule(
            a: joints[first + bone], b: joints[first + bone + 1], radiusA: radii[finger][bone], radiusB: radii[finger][bone + 1],
            blend: 0.012))
      }
    }
    let wrist = joints[0]
    let knuckles: [(Int, Float, Float)] = [(5, 0.07, 0.090), (9, 0.02, 0.095), (13, -0.03, 0.090), (17, -0.07, 0.085)]
    for (knuckle, side, radius) in knuckles {
      all.append(
        Capsule(a: wrist + turn(SIMD3(side, 0.03, 0)), b: joints[knuckle], radiusA: radius, radiusB: 0.062, blend: 0.05))
    }
    all.append(Capsule(a: wrist + turn(SIMD3(0.05, 0.02, 0.01)), b: joints[1], radiusA: 0.085, radiusB: 0.080, blend: 0.06))
    all.append(Capsule(a: joints[1], b: joints[2], radiusA: 0.085, radiusB: 0.060, blend: 0.06))
    all.append(Capsule(a: joints[1], b: joints[5], radiusA: 0.060, radiusB: 0.050, blend: 0.08))
    all.append(Capsule(a: wrist, b: wrist + turn(SIMD3(0, -1.2, 0)), radiusA: 0.105, radiusB: 0.140, blend: 0.05))
    return all
  }
}
