import Hands
import SyntheticHands

/// Random hands in random poses.
enum AnyHands {
  private static let poses: [HandPose] = [.open, .fist, .one, .two, .three, .four, .thumbsUp, .ok, .pinching(aperture: 0.1)]

  /// Returns up to three hands of a frame. Landmarks may be anywhere, also NaN. Sides and identities have no meaning.
  static func anywhere(_ random: inout SplitMix) -> [Hand] {
    (0..<Int(random.unit() * 4)).map { _ in
      var points = Landmarks()
      for k in 0..<Landmarks.count {
        points[k] = Landmark(x: random.unit() * 1.4 - 0.2, y: random.unit() * 1.4 - 0.2, z: random.unit() - 0.5)
        if random.unit() < 0.0002 { points[k].y = random.unit() < 0.5 ? .nan : .infinity }
      }
      return Hand(
        id: Int(random.unit() * 3), handedness: random.unit() < 0.5 ? .left : .right, confidence: random.unit(), landmarks: points)
    }
  }

  /// Returns a random pose of those with a meaning.
  static func pose(_ random: inout SplitMix) -> HandPose { poses[Int(random.unit() * Float(poses.count))] }
}
