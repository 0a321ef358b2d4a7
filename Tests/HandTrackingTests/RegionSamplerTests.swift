import Camera
import Foundation
import HandTracking
import Testing

/// Tests of sampling a frame for the models. They cover every layout of planes, every edge and every turn.
@Suite struct RegionSamplerTests {
  static let width = 64
  static let height = 48

  /// A test image whose luma changes slowly. Its chroma is the same within blocks of 4 x 2 pixels, so that every
  /// subsampling holds it exactly.
  static func y(_ x: Int, _ y: Int) -> UInt8 { UInt8(60 + 2 * x + y / 2) }
  static func u(_ x: Int, _ y: Int) -> UInt8 { UInt8(110 + 2 * (x / 4)) }
  static func v(_ x: Int, _ y: Int) -> UInt8 { UInt8(150 - y / 2) }

  enum Layout: CaseIterable {
    case planar444, planar422, planar420, planar411, padded420, semiPlanar, packedYUYV, packedUYVY
  }

  /// Returns the test image in a layout. Bytes that belong to no sample are 255, so that reading one shows.
  static func frame(_ layout: Layout, orientation: Frame.Orientation = .asFilmed, fullRange: Bool = true) -> Frame {
    var bytes = [UInt8](repeating: 255, count: 4 * 80 * height)
    func fill(_ plane: PlaneLayout, _ value: (Int, Int) -> UInt8) -> PlaneLayout {
      for py in stride(from: 0, to: height, by: 1 << plane.shiftY) {
        for px in stride(from: 0, to: width, by: 1 << plane.shiftX) {
          bytes[plane.offset + (py >> plane.shiftY) * plane.stride + (px >> plane.shiftX) * plane.step] = value(px, py)
        }
      }
      return plane
    }
    func planar(_ shiftX: Int, _ shiftY: Int, padding: Int = 0) -> (PlaneLayout, PlaneLayout, PlaneLayout) {
      let line = width + padding
      let part = (width >> shiftX) + padding
      let rows = height >> shiftY
      return (
        PlaneLayout(stride: line), PlaneLayout(offset: line * height, stride: part, shiftX: shiftX, shiftY: shiftY),
        PlaneLayout(offset: line * height + part * rows, stride: part, shiftX: shiftX, shiftY: shiftY)
      )
    }
    func packed(_ y: Int, _ u: Int, _ v: Int) -> (PlaneLayout, PlaneLayout, PlaneLayout) {
      (
        PlaneLayout(offset: y, stride: 2 * width, step: 2), PlaneLayout(offset: u, stride: 2 * width, step: 4, shiftX: 1),
        PlaneLayout(offset: v, stride: 2 * width, step: 4, shiftX: 1)
      )
    }
    let (a, b, c) =
      switch layout {
      case .planar444: planar(0, 0)
      case .planar422: planar(1, 0)
      case .planar420: planar(1, 1)
      case .planar411: planar(2, 0)
      case .padded420: planar(1, 1, padding: 13)
      case .semiPlanar:
        (
          PlaneLayout(stride: width), PlaneLayout(offset: width * height, stride: width, step: 2, shiftX: 1, shiftY: 1),
          PlaneLayout(offset: width * height + 1, stride: width, step: 2, shiftX: 1, shiftY: 1)
        )
      case .packedYUYV: packed(0, 1, 3)
      case .packedUYVY: packed(1, 0, 2)
      }
    let planes = (fill(a, y), fill(b, u), fill(c, v))
    return Frame.of(
      bytes: bytes, width: width, height: height, luma: planes.0, chroma: (planes.1, planes.2), fullRange: fullRange,
      orientation: orientation)
  }

  static func sample(_ frame: Frame, _ region: Region, size: Int = 40, border: RegionSampler.Border = .replicate) -> [Float] {
    // One element more than needed, to detect a write beyond the end.
    var output = [Float](repeating: -7, count: size * size * 3 + 1)
    output.withUnsafeMutableBufferPointer { RegionSampler.sample(frame, region, size: size, border: border, into: $0.baseAddress!) }
    #expect(output.last == -7, "it wrote beyond the end")
    return Array(output.dropLast())
  }

  /// Returns the colour at a place of the image by the standard. It uses bilinear luma, the chroma of the pixel, and
  /// ITU-R BT.601 in full range.
  static func truth(_ place: SIMD2<Float>) -> SIMD3<Float> {
    let x = min(max(place.x, 0), Float(width - 1) - 0.001)
    let y = min(max(place.y, 0), Float(height - 1) - 0.001)
    let (ix, iy) = (Int(x), Int(y))
    let (fx, fy) = (x - Float(ix), y - Float(iy))
    func luma(_ x: Int, _ y: Int) -> Float { Float(Self.y(x, y)) }
    let light =
      (luma(ix, iy) * (1 - fx) + luma(ix + 1, iy) * fx) * (1 - fy) + (luma(ix, iy + 1) * (1 - fx) + luma(ix + 1, iy + 1) * fx) * fy
    let (cb, cr) = (Float(Self.u(ix, iy / 2 * 2)) - 128, Float(Self.v(ix, iy / 2 * 2)) - 128)
    let rgb = SIMD3(light + 1.402 * cr, light - 0.344136 * cb - 0.714136 * cr, light + 1.772 * cb) / 255
    return rgb.clamped(lowerBound: .zero, upperBound: .one)
  }

  static let region = Region(centre: SIMD2(31, 23), side: 26, rotation: 0.7)

  @Test(arguments: Layout.allCases)
  func `every layout gives the frame that is there`(layout: Layout) {
    let output = Self.sample(Self.frame(layout), Self.region)
    var far = 0
    for row in 0..<40 {
      for column in 0..<40 {
        let truth = Self.truth(Self.region.point(SIMD2(Float(column), Float(row)) / 40))
        let at = (row * 40 + column) * 3
        let off = (0..<3).map { abs(output[at + $0] - truth[$0]) }.max()!
        // A place on the edge of a chroma block is ambiguous. It may fall to either side.
        if off > 0.012 { far += 1 }
      }
    }
    #expect(far <= 16, "\(far) of 1600 pixels differ")
    #expect(output == Self.sample(Self.frame(.planar444), Self.region), "it is not what 4:4:4 gives")
  }

  @Test func `a mirrored frame is read from right to left`() {
    let upright = Region(centre: SIMD2(40, 20), side: 20, rotation: 0.3)
    let output = Self.sample(Self.frame(.planar444, orientation: .player), upright)
    var far = 0
    for row in 0..<40 {
      for column in 0..<40 {
        let p = upright.point(SIMD2(Float(column), Float(row)) / 40)
        let truth = Self.truth(SIMD2(Float(Self.width - 1) - p.x, p.y))
        if (0..<3).contains(where: { abs(output[(row * 40 + column) * 3 + $0] - truth[$0]) > 0.012 }) { far += 1 }
      }
    }
    #expect(far <= 16, "\(far) of 1600 pixels differ")
  }

  @Test func `beyond the edge it is black or the edge drawn out`() {
    let frame = Self.frame(.planar420)
    let whole = Region.whole(width: Self.width, height: Self.height)
    let black = Self.sample(frame, whole, size: 64, border: .black)
    let drawnOut = Self.sample(frame, whole, size: 64, border: .replicate)
    // The image lies in the middle of the square. The 8 rows above and below it are not part of it.
    for column in 0..<64 {
      let at = { (row: Int) in (row * 64 + column) * 3 }
      for row in [0, 6, 58, 63] { #expect(black[at(row)] == 0 && black[at(row) + 1] == 0 && black[at(row) + 2] == 0) }
      #expect(black[at(10) + 1] > 0.1)
      #expect(black[at(10)] == drawnOut[at(10)] && black[at(50) + 2] == drawnOut[at(50) + 2])
      #expect((0..<3).allSatisfy { drawnOut[at(0) + $0] == drawnOut[at(8) + $0] })
    }
  }

  /// A region outside the frame reads no memory beyond it. A hand that has left has such a region.
  @Test(arguments: [SIMD2<Float>(-200, -300), SIMD2(900, 20), SIMD2(30, 5000)])
  func `a region far outside is the nearest edge`(centre: SIMD2<Float>) {
    let output = Self.sample(Self.frame(.packedYUYV), Region(centre: centre, side: 30, rotation: 1))
    #expect(output.allSatisfy { (0...1).contains($0) })
    let black = Self.sample(Self.frame(.packedYUYV), Region(centre: centre, side: 30, rotation: 1), border: .black)
    #expect(black.allSatisfy { $0 == 0 })
  }

  /// Colours with well-known YUV values, and some that no screen can show. Values beyond the range of a component are
  /// clamped.
  @Test(arguments: [
    (UInt8(76), UInt8(85), UInt8(255), SIMD3<Float>(1, 0, 0), true), (150, 44, 21, SIMD3(0, 1, 0), true),
    (29, 255, 107, SIMD3(0, 0, 1), true),
    (255, 128, 128, .one, true), (0, 128, 128, .zero, true), (235, 128, 128, .one, false), (16, 128, 128, .zero, false),
    (81, 90, 240, SIMD3(1, 0, 0), false), (41, 240, 110, SIMD3(0, 0, 1), false),
    (255, 255, 255, SIMD3(1, 0.473, 1), true), (0, 0, 0, SIMD3(0, 0.531, 0), true),
    (255, 128, 128, .one, false), (0, 128, 128, .zero, false),
  ])
  func `colours are those of their range`(y: UInt8, u: UInt8, v: UInt8, rgb: SIMD3<Float>, fullRange: Bool) {
    let n = 16 * 16
    let bytes = [UInt8](repeating: y, count: n) + [UInt8](repeating: u, count: n) + [UInt8](repeating: v, count: n)
    let frame = Frame.of(
      bytes: bytes, width: 16, height: 16, luma: PlaneLayout(stride: 16),
      chroma: (PlaneLayout(offset: n, stride: 16), PlaneLayout(offset: 2 * n, stride: 16)), fullRange: fullRange)
    let output = Self.sample(frame, .whole(width: 16, height: 16), size: 8)
    for i in 0..<64 { for k in 0..<3 { #expect(abs(output[i * 3 + k] - rgb[k]) < 0.02, "\(output[i * 3 + k]) instead of \(rgb[k])") } }
    #expect(output.allSatisfy { (0...1).contains($0) })
  }

  @Test func `a grey frame is grey`() {
    let bytes = (0..<256).map { UInt8(60 + $0 / 2) }
    let frame = Frame.of(bytes: bytes, width: 16, height: 16, luma: PlaneLayout(stride: 16))
    let output = Self.sample(frame, .whole(width: 16, height: 16), size: 8)
    for i in 0..<64 { #expect(abs(output[i * 3] - output[i * 3 + 1]) < 1e-5 && abs(output[i * 3] - output[i * 3 + 2]) < 1e-5) }
    #expect(output[0] < output[189])
  }
}
