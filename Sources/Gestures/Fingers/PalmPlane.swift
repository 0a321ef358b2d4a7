import Hands

/// Visible size and tilt of a palm, as a flat plate.
/// The palm's six fixed points are a plate that was turned and foreshortened.
///
/// An affine map from the plate to the frame is fitted to wrist, thumb CMC and the four knuckles by least
/// squares.
package struct PalmPlane {
  /// Ratio of smallest to largest stretch of the map.
  /// 1 faces the camera, 0 shows the edge.
  package let flatness: Float
  /// Largest stretch of the map: the hand's size in frame heights.
  /// A tilt does not shorten it, in contrast to the distance from wrist to middle MCP.
  package let size: Float

  /// A palm that faces the camera, in hand sizes from the wrist.
  /// x points to the thumb, y to the fingers.
  private static let plate: [(joint: Joint, place: SIMD2<Float>)] = [
    (.wrist, SIMD2(0.03, 0)), (.thumbCMC, SIMD2(0.33, 0.19)), (.indexMCP, SIMD2(0.36, 0.90)), (.middleMCP, SIMD2(0.12, 0.96)),
    (.ringMCP, SIMD2(-0.12, 0.90)), (.littleMCP, SIMD2(-0.33, 0.78)),
  ]

  package init(_ measure: HandMeasure) {
    var meanPlate = SIMD2<Float>.zero
    var meanPoint = SIMD2<Float>.zero
    for (joint, place) in Self.plate {
      meanPlate += place
      meanPoint += measure.point(joint)
    }
    meanPlate /= Float(Self.plate.count)
    meanPoint /= Float(Self.plate.count)
    // Normal equations of frame = A * plate: A = (sum p q^T) (sum q q^T)^-1.
    var pqx = SIMD2<Float>.zero
    var pqy = SIMD2<Float>.zero
    var xx: Float = 0
    var xy: Float = 0
    var yy: Float = 0
    for (joint, place) in Self.plate {
      let q = place - meanPlate
      let p = measure.point(joint) - meanPoint
      pqx += p * q.x
      pqy += p * q.y
      xx += q.x * q.x
      xy += q.x * q.y
      yy += q.y * q.y
    }
    let base = xx * yy - xy * xy
    let across = (pqx * yy - pqy * xy) / base
    let along = (pqy * xx - pqx * xy) / base
    // Singular values of a 2 x 2 matrix: their product is the determinant, and the sum of their squares is that
    // of the entries.
    let determinant = abs(across.x * along.y - across.y * along.x)
    let squares = (across * across).sum() + (along * along).sum()
    let sum = (squares + 2 * determinant).squareRoot()
    let difference = max(squares - 2 * determinant, 0).squareRoot()
    flatness = (sum - difference) / max(sum + difference, 1e-9)
    size = (sum + difference) / 2
  }
}
