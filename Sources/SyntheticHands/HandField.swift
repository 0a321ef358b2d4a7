/// The distance field of one hand, for eight points at once.
/// It gives their distance from the skin.
///
/// Everything is in the hand's units about the wrist, x right, y down, z to the camera.
struct HandField {
  let capsules: [HandShape.Capsule]
  let joints: [SIMD3<Float>]
  private let cones: [Cone]

  /// A capsule prepared for evaluation.
  private struct Cone {
    var ax, ay, az, abx, aby, abz, inverse, radius, taper, blend, inverseBlend: Float
  }

  init(_ capsules: [HandShape.Capsule], joints: [SIMD3<Float>]) {
    self.capsules = capsules
    self.joints = joints
    cones = capsules.map { c in
      let ab = c.b - c.a
      return Cone(
        ax: c.a.x, ay: c.a.y, az: c.a.z, abx: ab.x, aby: ab.y, abz: ab.z, inverse: 1 / max((ab * ab).sum(), 1e-8), radius: c.radiusA,
        taper: c.radiusB - c.radiusA, blend: c.blend, inverseBlend: 1 / c.blend)
    }
  }

  /// Finds the cones that can show within `reach` of a point.
  /// - Returns: their number.
  func select(near p: SIMD2<Float>, within reach: Float, into list: inout [Int]) -> Int {
    var count = 0
    for (i, c) in capsules.enumerated() {
      let a = SIMD2(c.a.x, c.a.y)
      let ab = SIMD2(c.b.x, c.b.y) - a
      let t = min(max(((p - a) * ab).sum() / max((ab * ab).sum(), 1e-8), 0), 1)
      let d = p - a - ab * t
      if (d * d).sum().squareRoot() < max(c.radiusA, c.radiusB) + reach + c.blend * 0.5 {
        list[count] = i
        count += 1
      }
    }
    return count
  }

  struct Hit {
    var x, y, z: SIMD8<Float>
    /// Fraction of the pixel that the hand covers, 0...1.
    var cover: SIMD8<Float>
  }

  /// Follows eight rays from the camera to the skin.
  @inline(__always) func trace(x: SIMD8<Float>, y: SIMD8<Float>, pixel: Float, _ chosen: UnsafeBufferPointer<Int>) -> Hit {
    var top: Float = -10
    var bottom: Float = 10
    for i in chosen {
      let c = capsules[i]
      let radius = max(c.radiusA, c.radiusB)
      top = max(top, max(c.a.z, c.b.z) + radius)
      bottom = min(bottom, min(c.a.z, c.b.z) - radius)
    }
    var z = SIMD8<Float>(repeating: top + 0.02)
    var nearest = SIMD8<Float>(repeating: 10)
    for _ in 0..<18 {
      let d = distance(x, y, z, chosen)
      nearest = nearest.min(d)
      z -= d.max(SIMD8(repeating: 0.0004))
      if all((d .< 0.0015) .| (z .< bottom)) { break }
    }
    let cover = (1 - nearest / pixel).unit()
    return Hit(x: x, y: y, z: z, cover: cover)
  }

  @inline(__always) func distance(
    _ x: SIMD8<Float>, _ y: SIMD8<Float>, _ z: SIMD8<Float>, _ chosen: UnsafeBufferPointer<Int>
  ) -> SIMD8<Float> {
    var d = SIMD8<Float>(repeating: 10)
    let one = SIMD8<Float>(repeating: 1)
    cones.withUnsafeBufferPointer { cones in
      for i in chosen {
        let c = cones[i]
        let px = x - c.ax
        let py = y - c.ay
        let pz = z - c.az
        let t = ((px * c.abx + py * c.aby + pz * c.abz) * c.inverse).unit()
        let dx = px - t * c.abx
        let dy = py - t * c.aby
        let dz = pz - t * c.abz
        let di = (dx * dx + dy * dy + dz * dz).squareRoot() - (c.radius + c.taper * t)
        let h = (0.5 + 0.5 * (d - di) * c.inverseBlend).unit()
        d = d + (di - d) * h - c.blend * h * (one - h)
      }
    }
    return d
  }
}
