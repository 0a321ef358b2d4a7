import Foundation
import Hands

/// Distances and angles of one hand, in hand sizes and degrees.
///
/// Distances are the picture's. The model's points in space would take the tilt out of them, but they do not bring fingers together that touch: a closed pinch has 0.3 to
/// 0.45 hand sizes there where the picture has 0.1 to 0.16 (`dexret_hand`, the performer). What a turn of the palm does to a distance is left out by time instead
/// (`PalmTurn`).
package struct HandMeasure {
  private let landmarks: Landmarks
  private let aspect: Float
  /// Wrist to middle MCP in picture heights.
  package let size: Float

  /// - Parameter aspect: width / height of the picture.
  package init(_ landmarks: Landmarks, aspect: Float) {
    self.landmarks = landmarks
    self.aspect = aspect
    size = landmarks.size(aspect: aspect)
  }

  /// A landmark in picture heights.
  func point(_ joint: Joint) -> SIMD2<Float> { SIMD2(landmarks[joint].x * aspect, landmarks[joint].y) }

  /// Distance in the picture's plane.
  package func distance(_ a: Joint, _ b: Joint) -> Float {
    let d = point(a) - point(b)
    return (d * d).sum().squareRoot() / size
  }

  /// Angle at `b` between `a` and `c`, 0...180 degrees; in space, because a finger that bends towards the camera stays straight in the picture.
  package func angle(_ a: Joint, _ b: Joint, _ c: Joint) -> Float {
    let u = way(b, a)
    let v = way(b, c)
    let lengths = ((u * u).sum() * (v * v).sum()).squareRoot()
    guard lengths > 1e-12 else { return 180 }
    return acos(min(max((u * v).sum() / lengths, -1), 1)) * 180 / .pi
  }

  /// From one landmark to another in space, in picture heights; z as the model estimates it, smaller is nearer to the camera.
  func way(_ from: Joint, _ to: Joint) -> SIMD3<Float> {
    let a = landmarks[from]
    let b = landmarks[to]
    return SIMD3((b.x - a.x) * aspect, b.y - a.y, (b.z - a.z) * aspect)
  }
}
