import Foundation
import Hands

/// Distances and angles of one hand, in hand sizes and degrees: in the picture's plane, and in space where the model tells it.
struct HandMeasure {
  private let landmarks: Landmarks
  private let world: Landmarks?
  private let aspect: Float
  private let unit: Float
  private let worldUnit: Float

  /// - Parameter aspect: width / height of the picture.
  init(_ landmarks: Landmarks, world: Landmarks? = nil, aspect: Float) {
    self.landmarks = landmarks
    self.world = world
    self.aspect = aspect
    unit = landmarks.size(aspect: aspect)
    worldUnit = world.map { max(Self.length(Self.space($0, .wrist) - Self.space($0, .middleMCP)), 1e-6) } ?? 1
  }

  init(_ hand: Hand, aspect: Float) { self.init(hand.landmarks, world: hand.world, aspect: aspect) }

  /// A landmark in picture heights.
  func point(_ joint: Joint) -> SIMD2<Float> { SIMD2(landmarks[joint].x * aspect, landmarks[joint].y) }

  /// Distance in the picture's plane: a tilted hand's is shorter.
  func distance(_ a: Joint, _ b: Joint) -> Float {
    let d = point(a) - point(b)
    return (d * d).sum().squareRoot() / unit
  }

  /// Distance in space, which tilt does not shorten; in the picture's plane where the model gives no points in space.
  func spaceDistance(_ a: Joint, _ b: Joint) -> Float {
    guard let world else { return distance(a, b) }
    return Self.length(Self.space(world, a) - Self.space(world, b)) / worldUnit
  }

  /// Angle at `b` between `a` and `c`, 0...180 degrees; in space, because a finger that bends towards the camera stays straight in the picture.
  func angle(_ a: Joint, _ b: Joint, _ c: Joint) -> Float {
    func space(_ j: Joint) -> SIMD3<Float> {
      SIMD3(landmarks[j].x * aspect, landmarks[j].y, landmarks[j].z * aspect)
    }
    let u = space(a) - space(b)
    let v = space(c) - space(b)
    let lengths = ((u * u).sum() * (v * v).sum()).squareRoot()
    guard lengths > 1e-12 else { return 180 }
    return acos(min(max((u * v).sum() / lengths, -1), 1)) * 180 / .pi
  }

  private static func space(_ points: Landmarks, _ joint: Joint) -> SIMD3<Float> {
    SIMD3(points[joint].x, points[joint].y, points[joint].z)
  }
  private static func length(_ v: SIMD3<Float>) -> Float { (v * v).sum().squareRoot() }
}
