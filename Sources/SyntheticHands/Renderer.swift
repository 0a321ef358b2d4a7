import Foundation
import Hands

/// A type that renders frames of hands.
/// It draws smooth-blended cones with skin shading, in planar YUV 4:2:0, BT.601 limited range.
///
/// The surface is found by sphere tracing (Hart 1996) along the camera's axis. It is limited to those 8x8 tiles
/// of the frame which a hand's cones reach, and to the cones which reach them. The blend is Quilez' polynomial
/// smooth minimum. Eight pixels of a row are computed at once. A hand that rests is drawn once, and copied in the
/// frames after that.
public final class Renderer {
  /// Size of the frame in pixels.
  let width: Int
  let height: Int
  private let scenery: Scenery
  private let backdrop: Backdrop
  /// The previous frame's hands that were drawn on the backdrop alone. A hand at rest is copied from here.
  private var drawn: [DrawnHand] = []

  /// Creates a renderer.
  /// - Precondition: width and height are multiples of 8.
  public init(width: Int = 640, height: Int = 480, scenery: Scenery = Scenery()) {
    precondition(width % 8 == 0 && height % 8 == 0, "the performer's frame is made of 8x8 tiles")
    self.width = width
    self.height = height
    self.scenery = scenery
    backdrop = Backdrop(width: width, height: height, scenery: scenery)
  }

  /// Draws the hands into three planes (rows without padding).
  /// - Parameter index: number of the frame; selects the noise.
  public func render(
    _ hands: [PosedHand], index: Int, y: UnsafeMutablePointer<UInt8>, u: UnsafeMutablePointer<UInt8>, v: UnsafeMutablePointer<UInt8>
  ) {
    y.update(from: backdrop.luma, count: width * height)
    u.update(from: backdrop.chromaU, count: width * height / 4)
    v.update(from: backdrop.chromaV, count: width * height / 4)
    let planes = Planes(y: y, u: u, v: v, width: width)
    var now: [DrawnHand] = []
    var covered: [TileArea] = []
    // The hand behind is drawn first; a larger hand is nearer.
    for hand in hands.sorted(by: { $0.size < $1.size }) {
      let joints = HandShape.joints(hand.pose).map(hand.turn)
      let field = HandField(HandShape.capsules(joints, turn: hand.turn), joints: joints)
      guard let area = area(of: hand, field) else { continue }
      let isAlone = !covered.contains { $0.touches(area) }
      covered.append(area)
      if isAlone, let same = drawn.first(where: { $0.hand == hand }) {
        same.copy(to: planes)
        now.append(same)
      } else {
        draw(hand, field, in: area, planes)
        if isAlone { now.append(DrawnHand(hand, area, in: planes)) }
      }
    }
    drawn = now
    backdrop.addNoise(to: y, index: index)
  }

  /// Returns the tiles that a hand can reach; nil outside the frame. They include the pixels beyond its skin.
  private func area(of hand: PosedHand, _ field: HandField) -> TileArea? {
    let scale = hand.scale * Float(height)
    let wrist = hand.wrist * Float(height)
    // Bounds in pixels.
    var low = SIMD2<Float>(repeating: .infinity)
    var high = SIMD2<Float>(repeating: -.infinity)
    for capsule in field.capsules {
      for (p, r) in [(capsule.a, capsule.radiusA), (capsule.b, capsule.radiusB)] {
        let centre = SIMD2(p.x, p.y) * scale + wrist
        low = pointwiseMin(low, centre - (r * scale + 2))
        high = pointwiseMax(high, centre + (r * scale + 2))
      }
    }
    let firstX = max(0, Int(low.x) / 8)
    let lastX = min(width / 8 - 1, Int(high.x) / 8)
    let firstY = max(0, Int(low.y) / 8)
    let lastY = min(height / 8 - 1, Int(high.y) / 8)
    guard low.x.isFinite, firstX <= lastX, firstY <= lastY else { return nil }
    return TileArea(x: firstX...lastX, y: firstY...lastY)
  }

  private func draw(_ hand: PosedHand, _ field: HandField, in area: TileArea, _ planes: Planes) {
    let scale = hand.scale * Float(height)
    let wrist = hand.wrist * Float(height)
    let shader = Shader(scenery: scenery)
    var near = [Int](repeating: 0, count: field.capsules.count)
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) / scale
    let pixel = 1 / scale
    for tileY in area.y {
      for tileX in area.x {
        let centre = (SIMD2(Float(tileX * 8) + 4, Float(tileY * 8) + 4) - wrist) / scale
        let count = field.select(near: centre, within: 5.7 * pixel, into: &near)
        guard count > 0 else { continue }
        near.withUnsafeBufferPointer { list in
          let chosen = UnsafeBufferPointer(rebasing: list[0..<count])
          for row in 0..<8 {
            let py = tileY * 8 + row
            let x = (Float(tileX * 8) + 0.5 - wrist.x) / scale + lanes
            let yy = SIMD8<Float>(repeating: (Float(py) + 0.5 - wrist.y) / scale)
            let hit = field.trace(x: x, y: yy, pixel: pixel, chosen)
            guard hit.cover.max() > 0 else { continue }
            let colour = shader.shade(hit, field: field, chosen)
            Self.blend(colour, cover: hit.cover, at: tileX * 8, py, width: width, planes.y, planes.u, planes.v)
          }
        }
      }
    }
    if scenery.blur > 0 {
      let (xs, ys) = (area.x.lowerBound * 8..<(area.x.upperBound + 1) * 8, area.y.lowerBound * 8..<(area.y.upperBound + 1) * 8)
      for _ in 0..<scenery.blur { soften(planes.y, x: xs, y: ys) }
    }
  }

  /// Writes eight pixels of a row: BT.601 from RGB in 0...1.
  /// Chroma is on even rows, averaged over pairs.
  @inline(__always) private static func blend(
    _ c: (r: SIMD8<Float>, g: SIMD8<Float>, b: SIMD8<Float>), cover: SIMD8<Float>, at x: Int, _ py: Int, width: Int,
    _ y: UnsafeMutablePointer<UInt8>, _ u: UnsafeMutablePointer<UInt8>, _ v: UnsafeMutablePointer<UInt8>
  ) {
    let newY = 16 + 65.481 * c.r + 128.553 * c.g + 24.966 * c.b
    let at = y + py * width + x
    for lane in 0..<8 where cover[lane] > 0 {
      let old = Float(at[lane])
      at[lane] = UInt8(min(max(old + (newY[lane] - old) * cover[lane], 0), 255))
    }
    guard py % 2 == 0 else { return }
    let newU = 128 - 37.797 * c.r - 74.203 * c.g + 112 * c.b
    let newV = 128 + 112 * c.r - 93.786 * c.g - 18.214 * c.b
    let offset = py / 2 * (width / 2) + x / 2
    for pair in 0..<4 {
      let share = (cover[pair * 2] + cover[pair * 2 + 1]) * 0.5
      guard share > 0 else { continue }
      let lane = cover[pair * 2] > 0 ? pair * 2 : pair * 2 + 1
      let oldU = Float(u[offset + pair])
      let oldV = Float(v[offset + pair])
      u[offset + pair] = UInt8(min(max(oldU + (newU[lane] - oldU) * share, 0), 255))
      v[offset + pair] = UInt8(min(max(oldV + (newV[lane] - oldV) * share, 0), 255))
    }
  }

  /// Applies a 3x3 binomial blur to the luma in a rectangle.
  private func soften(_ y: UnsafeMutablePointer<UInt8>, x xs: Range<Int>, y ys: Range<Int>) {
    let left = max(xs.lowerBound, 1)
    let right = min(xs.upperBound, width - 1)
    let count = right - left
    guard count > 0 else { return }
    var before = [UInt16](repeating: 0, count: count)
    var here = before
    var after = before
    func sums(_ row: Int, into line: inout [UInt16]) {
      let source = y + min(max(row, 0), height - 1) * width + left
      line.withUnsafeMutableBufferPointer { line in
        for i in 0..<count { line[i] = UInt16(source[i - 1]) + 2 * UInt16(source[i]) + UInt16(source[i + 1]) }
      }
    }
    sums(ys.lowerBound - 1, into: &before)
    sums(ys.lowerBound, into: &here)
    for row in ys {
      sums(row + 1, into: &after)
      let target = y + row * width + left
      before.withUnsafeBufferPointer { before in
        here.withUnsafeBufferPointer { here in
          after.withUnsafeBufferPointer { after in
            for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: (before[i] + 2 * here[i] + after[i] + 8) >> 4) }
          }
        }
      }
      swap(&before, &here)
      swap(&here, &after)
    }
  }
}
