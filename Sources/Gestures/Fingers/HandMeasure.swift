import Foundation
import Hands

/// Distances and angles of one hand, in hand sizes and degrees.
///
/// Distances are those in the frame. The model's points in space would remove the effect of tilt, but they do
/// not bring touching fingers together: a closed pinch has 0.3 to 0.45 hand sizes there, and 0.1 to 0.16 in the
/// frame (`dexret_hand`, the performer). The effect of a turn of the palm on a distance is excluded by time
/// instead (`PalmTurn`).
package struct HandMeasure {
  private let landmarks: Landmarks
  private let aspect: Float
  /// Distance of wrist and middle MCP, in frame heights.
  package let size: Float

  /// Creates the measure of one hand.
  /// - Parameter aspect: width / height of the frame.
  package init(_ landmarks: Landmarks, aspect: Float) {
    self.landmarks = landmarks
    self.aspect = aspect
    size = landmarks.size(aspect: aspect)
  }

  /// Returns a landmark in frame heights.
  func point(_ joint: Joint) -> SIMD2<Float> { SIMD2(landmarks[joint].x * aspect, landmarks[joint].y) }

  /// Returns the distance of two joints in the plane of the frame.
  package func distance(_ a: Joint, _ b: Joint) -> Float {
    let d = point(a) - point(b)
    return (d * d).sum().squareRoot() / size
  }

  /// Returns the angle at `b` in space, 0...180 degrees.
  /// It is between `a` and `c`.
  /// A finger that bends towards the camera stays straight in the frame.
  package func angle(_ a: Joint, _ b: Joint, _ c: Joint) -> Float {
    let u = way(b, a)
    let v = way(b, c)
    let lengths = ((u * u).sum() * (v * v).sum()).squareRoot()
    guard lengths > 1e-12 else { return 180 }
    return acos(min(max((u * v).sum() / lengths, -1), 1)) * 180 / .pi
  }

  /// Returns the vector between two landmarks in space, in frame heights.
  /// z is as the model estimates it; smaller is nearer to the camera.
  func way(_ from: Joint, _ to: Joint) -> SIMD3<Float> {
    let a = landmarks[from]
    let b = landmarks[to]
    return SIMD3((b.x - a.x) * aspect, b.y - a.y, (b.z - a.z) * aspect)
  }
}

extension HandMeasure {
  /// Smallest reach of a pinch's index tip, in hand sizes.
  /// It is the distance of the tip from the wrist.
  /// In a fist the finger is rolled into the palm. Pinches that last have at least 1.22 on the performer and in
  /// the films in ../shared/data. The fist at the start of the film `tfjs_asl_hand` looks like a pinch for a
  /// fifth of a second. Its index tip is then read 1.13 to 1.20 from the wrist, in one frame 1.3.
  static let leastReachOfPinch: Float = 1.2

  /// Whether thumb and index finger can meet in a pinch.
  /// They cannot in a fist, whose index finger is rolled into the palm, or in a hand that shows its edge, whose
  /// fingers only lie behind each other. They cannot in a hand that hangs down beside the body, which points
  /// more than 30 degrees below the horizon.
  /// - Parameter othersAreStraight: whether middle, ring and little finger are straight; then it is not a fist,
  ///   even if the index finger is bent.
  package func canPinch(othersAreStraight: Bool = false) -> Bool {
    let hangs = (point(.middleMCP) - point(.wrist)).y > 0.5 * size
    return !hangs && (othersAreStraight || distance(.indexTip, .wrist) > Self.leastReachOfPinch) && PalmPlane(self).flatness > 0.45
  }

  /// Excess over a pinch's distance that a candidate must not have. It is in hand sizes, and more than the
  /// landmarks' noise.
  private static let candidateBeyond: Float = 0.1

  /// Returns the largest distance of a pinch candidate, in hand sizes. It is the distance of thumb and index.
  /// - Parameter distance: below which a pinch is engaged.
  static func candidate(upTo distance: Float) -> Float { distance + candidateBeyond }
}
