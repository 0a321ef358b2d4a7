import CSampler
import TestSupport
import Testing

/// Tests that sampling four pixels at a time equals the written formula. The results must be equal to the last bit.
@Suite struct SampledRowTests {
  private static let width = 61
  private static let height = 37

  /// Bytes from one sample to the next, of luma and of chroma. The shifts give how many pixels share a sample of
  /// chroma, as powers of two.
  struct Layout: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let luma, chroma, shiftX, shiftY: Int

    /// The four layouts with their own compiled code, and three others.
    static let all = [
      Layout(testDescription: "planes, 4:2:0", luma: 1, chroma: 1, shiftX: 1, shiftY: 1),
      Layout(testDescription: "planes, 4:2:2", luma: 1, chroma: 1, shiftX: 1, shiftY: 0),
      Layout(testDescription: "NV12", luma: 1, chroma: 2, shiftX: 1, shiftY: 1),
      Layout(testDescription: "YUYV", luma: 2, chroma: 4, shiftX: 1, shiftY: 0),
      Layout(testDescription: "planes, 4:4:4", luma: 1, chroma: 1, shiftX: 0, shiftY: 0),
      Layout(testDescription: "planes, 4:1:1", luma: 1, chroma: 1, shiftX: 2, shiftY: 0),
      Layout(testDescription: "luma apart, 4:2:0", luma: 2, chroma: 1, shiftX: 1, shiftY: 1),
    ]
  }

  /// Random planes.
  private struct RandomPlanes {
    let luma: [UInt8]
    let u: [UInt8]
    let v: [UInt8]
    let lie: Layout
    /// Bytes per row of chroma.
    let stride: Int

    init(_ lie: Layout, seed: UInt64) {
      var random = SplitMix(seed)
      func plane(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.unit() * 255.9) } }
      luma = plane(width * height * lie.luma)
      stride = (((width - 1) >> lie.shiftX) + 1) * lie.chroma
      u = plane(stride * (((height - 1) >> lie.shiftY) + 1))
      v = plane(u.count)
      self.lie = lie
    }

    func withSampled<R>(isBlack: Bool, _ body: (inout gf_sampled_frame) -> R) -> R {
      luma.withUnsafeBufferPointer { y in
        u.withUnsafeBufferPointer { u in
          v.withUnsafeBufferPointer { v in
            func chroma(_ start: UnsafePointer<UInt8>?) -> gf_sampled_plane {
              gf_sampled_plane(start: start, stride: stride, step: lie.chroma, shift_x: Int32(lie.shiftX), shift_y: Int32(lie.shiftY))
            }
            var sampled = gf_sampled_frame(
              luma: gf_sampled_plane(start: y.baseAddress, stride: width * lie.luma, step: lie.luma, shift_x: 0, shift_y: 0),
              u: chroma(u.baseAddress), v: chroma(v.baseAddress), width: Int64(width), height: Int64(height), gain: 1 / 219 / 65536,
              from_u: (0, -0.0015, 0.0079, 0),
              from_v: (0.0063, -0.0032, 0, 0), base: (-0.87, 0.53, -1.08, 0), is_black: isBlack ? 1 : 0)
            return body(&sampled)
          }
        }
      }
    }

    /// Returns the three colours at a place given in 1/65536 pixel.
    func colours(x: Int, y: Int, isBlack: Bool, _ sampled: gf_sampled_frame) -> [Float] {
      let most = (x: ((width - 1) << 16) - 1, y: ((height - 1) << 16) - 1)
      let half = 1 << 15
      let isSeen = !isBlack || (x >= -half && y >= -half && x <= most.x + half && y <= most.y + half)
      let (x, y) = (min(max(x, 0), most.x), min(max(y, 0), most.y))
      let (column, row) = (x >> 16, y >> 16)
      func sample(_ dx: Int, _ dy: Int) -> Float { Float(luma[((row + dy) * width + column + dx) * lie.luma]) }
      let (right, low) = (Float(x >> 8 & 255), Float(y >> 8 & 255))
      let upper = sample(0, 0) * (256 - right) + sample(1, 0) * right
      let lower = sample(0, 1) * (256 - right) + sample(1, 1) * right
      let light = upper * (256 - low) + lower * low
      let chroma = (row >> lie.shiftY) * stride + (column >> lie.shiftX) * lie.chroma
      let (fromU, fromV, base) = (sampled.from_u, sampled.from_v, sampled.base)
      return [(base.0, fromU.0, fromV.0), (base.1, fromU.1, fromV.1), (base.2, fromU.2, fromV.2)].map { base, fromU, fromV in
        let colour = base + sampled.gain * light + fromU * Float(u[chroma]) + fromV * Float(v[chroma])
        return isSeen ? min(max(colour, 0), 1) : 0
      }
    }
  }

  @Test(arguments: Layout.all, [false, true]) func `it is the formula bit for bit`(lie: Layout, isBlack: Bool) {
    let source = RandomPlanes(lie, seed: 7)
    var random = SplitMix(11)
    func within(_ low: Double, _ high: Double) -> Int { Int((low + (high - low) * Double(random.unit())) * 65536) }
    for count in [1, 2, 3, 4, 5, 63, 64, 65, 67, 130] {
      for isInside in [true, false] {
        let beyond = isInside ? 0.0 : 20
        func place(_ most: Int) -> Int { within(-beyond, Double(most - 1) - 0.001 + beyond) }
        let (from, to) = ((x: place(Self.width), y: place(Self.height)), (x: place(Self.width), y: place(Self.height)))
        let (dx, dy) = ((to.x - from.x) / count, (to.y - from.y) / count)
        // One element more than requested. The code must not write to it.
        var row = [Float](repeating: -1, count: 3 * count + 1)
        let expected = source.withSampled(isBlack: isBlack) { sampled in
          gf_sample_row(&sampled, Int64(from.x), Int64(from.y), Int64(dx), Int64(dy), Int64(count), isInside ? 1 : 0, &row)
          return (0..<count).flatMap { source.colours(x: from.x + $0 * dx, y: from.y + $0 * dy, isBlack: isBlack, sampled) }
        }
        #expect(row.map(\.bitPattern) == (expected + [-1]).map(\.bitPattern), "\(count) pixels, inside: \(isInside)")
      }
    }
  }
}
