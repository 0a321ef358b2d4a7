import Hands

/// The palm's own axes, from the hand's points in space. What is measured along them does not change when the hand as a whole tilts, turns, moves or comes nearer.
package struct PalmFrame {
  private let points: Landmarks
  /// Unit vectors: across the palm to the thumb's side, from the wrist to the middle MCP, and out of the palm.
  private let across: SIMD3<Float>
  private let along: SIMD3<Float>
  private let out: SIMD3<Float>
  /// Wrist to middle MCP, in the unit of the points.
  private let size: Float

  /// - Parameter world: the points in space (`Hand.world`). Nil when they span no palm.
  package init?(_ world: Landmarks) {
    points = world
    let up = Self.way(world, .wrist, .middleMCP)
    let side = Self.way(world, .littleMCP, .indexMCP)
    let normal = SIMD3(side.y * up.z - side.z * up.y, side.z * up.x - side.x * up.z, side.x * up.y - side.y * up.x)
    size = (up * up).sum().squareRoot()
    let length = (normal * normal).sum().squareRoot()
    guard size > 1e-6, length > 1e-9 else { return nil }
    along = up / size
    out = normal / length
    across = SIMD3(along.y * out.z - along.z * out.y, along.z * out.x - along.x * out.z, along.x * out.y - along.y * out.x)
  }

  /// From one joint to another along the palm's axes, in hand sizes.
  package func way(_ from: Joint, _ to: Joint) -> SIMD3<Float> {
    let d = Self.way(points, from, to) / size
    return SIMD3((d * across).sum(), (d * along).sum(), (d * out).sum())
  }

  /// Mean distance of middle, ring and little tip from the wrist, in hand sizes: about 0.9 curled, 1.7 straight.
  package var openness: Float {
    let ways = [way(.wrist, .middleTip), way(.wrist, .ringTip), way(.wrist, .littleTip)]
    return ways.reduce(0) { $0 + ($1 * $1).sum().squareRoot() } / 3
  }

  private static func way(_ points: Landmarks, _ from: Joint, _ to: Joint) -> SIMD3<Float> {
    SIMD3(points[to].x - points[from].x, points[to].y - points[from].y, points[to].z - points[from].z)
  }
}
