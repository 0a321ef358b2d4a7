import Foundation
import Hands

/// A hand with a pose and a place in the frame.
public struct PosedHand: Sendable, Equatable {
  /// Whether it is the player's left or right hand.
  public var handedness: Handedness
  /// The bends of its fingers.
  public var pose: HandPose
  /// The wrist in the camera's own (not mirrored) frame.
  /// It is in frame heights, origin top left.
  public var wrist: SIMD2<Float>
  /// Hand size (wrist to middle MCP) in frame heights.
  public var size: Float
  /// Rotation in the frame's plane in degrees.
  /// It is clockwise as the camera sees it.
  public var roll: Float
  /// Rotation about the forearm in degrees.
  public var yaw: Float
  /// Tilt of the finger tips towards the camera in degrees.
  public var tilt: Float

  /// Creates a hand at a place. By default it is upright and faces the camera.
  public init(
    _ handedness: Handedness, _ pose: HandPose, wrist: SIMD2<Float>, size: Float = 0.24, roll: Float = 0, yaw: Float = 0, tilt: Float = 0
  ) {
    self.handedness = handedness
    self.pose = pose
    self.wrist = wrist
    self.size = size
    self.roll = roll
    self.yaw = yaw
    self.tilt = tilt
  }

  /// Local units per frame height.
  var scale: Float { size / HandShape.size }

  /// Rotates from the hand's own space to that of the frame.
  /// The latter has y down and z to the camera, still in the hand's units and about the wrist.
  func turn(_ p: SIMD3<Float>) -> SIMD3<Float> {
    let mirrored = SIMD3<Float>(handedness == .right ? p.x : -p.x, -p.y, p.z)
    let c1 = cos(yaw * .pi / 180)
    let s1 = sin(yaw * .pi / 180)
    let yawed = SIMD3<Float>(mirrored.x * c1 + mirrored.z * s1, mirrored.y, mirrored.z * c1 - mirrored.x * s1)
    let c3 = cos(tilt * .pi / 180)
    let s3 = sin(tilt * .pi / 180)
    // y points down here: a tip above the wrist comes nearer.
    let tilted = SIMD3<Float>(yawed.x, yawed.y * c3 + yawed.z * s3, yawed.z * c3 - yawed.y * s3)
    let c2 = cos(roll * .pi / 180)
    let s2 = sin(roll * .pi / 180)
    return SIMD3(tilted.x * c2 - tilted.y * s2, tilted.x * s2 + tilted.y * c2, tilted.z)
  }

  /// Returns the exact landmarks in the camera's frame.
  /// - Parameter aspect: width / height of the frame.
  public func landmarks(aspect: Float) -> Landmarks {
    Landmarks(
      HandShape.landmarkPoints(pose).map { joint in
        let p = turn(joint) * scale
        return Landmark(x: (wrist.x + p.x) / aspect, y: wrist.y + p.y, z: -p.z / aspect)
      })
  }

  /// The exact landmarks in space, in metres about the wrist.
  /// A hand size counts as 9 cm. Axes are those of the camera's frame: x right, y down, z away from the camera.
  public var worldLandmarks: Landmarks {
    let metres: Float = 0.09 / HandShape.size
    return Landmarks(
      HandShape.landmarkPoints(pose).map { joint in
        let p = turn(joint) * metres
        return Landmark(x: p.x, y: p.y, z: -p.z)
      })
  }

  /// Returns the fraction of the 21 landmarks that lie in the frame.
  public func visibleShare(aspect: Float) -> Float {
    let points = landmarks(aspect: aspect)
    let inside = (0..<Landmarks.count).count { (0...1).contains(points[$0].x) && (0...1).contains(points[$0].y) }
    return Float(inside) / Float(Landmarks.count)
  }

  func blended(with other: PosedHand, _ share: Float) -> PosedHand {
    PosedHand(
      handedness, pose.blended(with: other.pose, share), wrist: wrist + (other.wrist - wrist) * share,
      size: size + (other.size - size) * share, roll: roll + (other.roll - roll) * share, yaw: yaw + (other.yaw - yaw) * share,
      tilt: tilt + (other.tilt - tilt) * share)
  }
}
