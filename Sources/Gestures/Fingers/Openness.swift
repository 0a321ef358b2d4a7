import Hands

/// Mean distance of three finger tips from the wrist, in hand sizes.
/// The tips are middle, ring and little: it tells how far the fingers that do not pinch are open. It is about
/// 0.9 curled and 1.7 straight.
package enum Openness {
  static let tips = [Joint.middleTip, .ringTip, .littleTip]

  /// Returns the openness in space, which a tilt does not shorten.
  /// The curled fingers of a hand that tilts by 30 degrees read as 0.3 to 0.9 in the frame, and as 0.8 to 1 in
  /// space.
  /// - Parameter world: `Hand.world`.
  /// - Returns: nil when the points have no size.
  package static func inSpace(_ world: Landmarks) -> Float? {
    let size = distance(world, .wrist, .middleMCP)
    guard size > 1e-6 else { return nil }
    return tips.reduce(0) { $0 + distance(world, .wrist, $1) } / (Float(tips.count) * size)
  }

  /// Returns the openness in the frame, for hands without points in space.
  package static func inFrame(_ measure: HandMeasure) -> Float {
    tips.reduce(0) { $0 + measure.distance($1, .wrist) } / Float(tips.count)
  }

  private static func distance(_ points: Landmarks, _ a: Joint, _ b: Joint) -> Float {
    let d = SIMD3(points[b].x - points[a].x, points[b].y - points[a].y, points[b].z - points[a].z)
    return (d * d).sum().squareRoot()
  }
}
