/// A shader of skin under one light from above.
/// It has diffuse and ambient light, darker skin in the hand's own shadow, redder at its rim, and creases at
/// the joints.
struct Shader {
  private let skin: SIMD3<Float>
  private let light: SIMD3<Float>
  private let strength: Float

  init(scenery: Scenery) {
    skin = scenery.skin
    let direction = SIMD3<Float>(-0.4, -0.6, 0.7)
    light = direction / direction.length
    strength = scenery.light
  }

  @inline(__always) func shade(
    _ hit: HandField.Hit, field: HandField, _ chosen: UnsafeBufferPointer<Int>
  ) -> (r: SIMD8<Float>, g: SIMD8<Float>, b: SIMD8<Float>) {
    let e: Float = 0.004
    let (x, y, z) = (hit.x, hit.y, hit.z)
    // The normal from four corners of a tetrahedron (Quilez).
    let d1 = field.distance(x + e, y - e, z - e, chosen)
    let d2 = field.distance(x - e, y - e, z + e, chosen)
    let d3 = field.distance(x - e, y + e, z - e, chosen)
    let d4 = field.distance(x + e, y + e, z + e, chosen)
    var nx = d1 - d2 - d3 + d4
    var ny = d3 + d4 - d1 - d2
    var nz = d2 + d4 - d1 - d3
    let length = (nx * nx + ny * ny + nz * nz).squareRoot() + 1e-9
    nx /= length
    ny /= length
    nz /= length
    let zero = SIMD8<Float>(repeating: 0)
    let one = SIMD8<Float>(repeating: 1)
    let diffuse = (nx * light.x + ny * light.y + nz * light.z).unit()
    let open = (field.distance(x + nx * 0.06, y + ny * 0.06, z + nz * 0.06, chosen) / 0.06).unit()
    let rim = one - nz.unit()
    let rim2 = rim * rim * 0.5
    var shade = (0.35 + 0.65 * diffuse) * (0.55 + 0.45 * open) * strength
    for finger in 0..<5 {
      for joint in 0..<3 {
        let p = field.joints[1 + finger * 4 + joint]
        let dx = x - p.x
        let dy = y - p.y
        let away = dx.magnitude() - 0.06
        let d = (dy.magnitude() + away.max(zero) * 3) / 0.012
        // A bell about the joint's line, without exp: (1 - (d/2)^2)^2 inside two widths.
        let bell = (one - d * d * 0.25).max(zero)
        shade *= one - 0.18 * bell * bell
      }
    }
    return (
      shade * skin.x + rim2 * (0.25 * strength), shade * skin.y + rim2 * (0.06 * strength), shade * skin.z + rim2 * (0.04 * strength)
    )
  }
}
