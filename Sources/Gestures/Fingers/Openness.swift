import Hands

/// Mean distance of middle, ring and little tip from the wrist, in hand sizes: how far the fingers that do not pinch are open. About 0.9 curled and 1.7 straight.
package enum Openness {
  static let tips = [Joint.middleTip, .ringTip, .littleTip]

  /// Of the points in space, which a tilt does not shorten: in the picture the curled fingers of a hand that tilts by 30 degrees read as 0.3 to 0.9, in space as 0.8 to 1.
  /// - Parameter world: `Hand.world`. - Returns: nil when the points have no size.
  package static func inSpace(_ world: Landmarks) -> Float? {
    let size = distance(world, .wrist, .middleMCP)
    guard size > 1e-6 else { return nil }
    return tips.reduce(0) { $0 + distance(world, .wrist, $1) } / (Float(tips.count) * size)
  }

  /// Of the picture, where there are no points in space.
  package static func inPicture(_ measure: HandMeasure) -> Float {
    tips.reduce(0) { $0 + measure.distance($1, .wrist) } / Float(tips.count)
  }

  private static func distance(_ points: Landmarks, _ a: Joint, _ b: Joint) -> Float {
    let d = SIMD3(points[b].x - points[a].x, points[b].y - points[a].y, points[b].z - points[a].z)
    return (d * d).sum().squareRoot()
  }
}
