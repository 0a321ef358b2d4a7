import CSampler
import TestSupport
import Testing

/// A row is read four pixels at a time, to the bits of the formula that is written out here.
@Suite struct SampledRowTests {
  private static let width = 61
  private static let height = 37

  /// Planes of chance: luma with samples `step` bytes apart, and chroma of half the size.
  private struct Picture {
    let luma: [UInt8]
    let u: [UInt8]
    let v: [UInt8]
    let step: Int

    init(step: Int, seed: UInt64) {
      var random = SplitMix(seed)
      func plane(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(random.unit() * 255.9) } }
      luma = plane(width * height * step)
      u = plane((width + 1) / 2 * ((height + 1) / 2))
      v = plane(u.count)
      self.step = step
    }

    func withSampled<R>(isBlack: Bool, _ body: (inout gf_sampled_picture) -> R) -> R {
      luma.withUnsafeBufferPointer { y in
        u.withUnsafeBufferPointer { u in
          v.withUnsafeBufferPointer { v in
            func plane(_ start: UnsafePointer<UInt8>?, _ stride: Int, _ step: Int, _ shift: Int32) -> gf_sampled_plane {
              gf_sampled_plane(start: start, stride: stride, step: step, shift_x: shift, shift_y: shift)
            }
            let half = (width + 1) / 2
            var picture = gf_sampled_picture(
              luma: plane(y.baseAddress, width * step, step, 0), u: plane(u.baseAddress, half, 1, 1), v: plane(v.baseAddress, half, 1, 1),
              width: Int64(width), height: Int64(height), gain: 1 / 219 / 65536, from_u: (0, -0.0015, 0.0079, 0),
              from_v: (0.0063, -0.0032, 0, 0), base: (-0.87, 0.53, -1.08, 0), is_black: isBlack ? 1 : 0)
            return body(&picture)
          }
        }
      }
    }

    /// The three colours at a place in 1/65536 pixel.
    func colours(x: Int, y: Int, isBlack: Bool, _ picture: gf_sampled_picture) -> [Float] {
      let most = (x: ((width - 1) << 16) - 1, y: ((height - 1) << 16) - 1)
      let half = 1 << 15
      let isSeen = !isBlack || (x >= -half && y >= -half && x <= most.x + half && y <= most.y + half)
      let (x, y) = (min(max(x, 0), most.x), min(max(y, 0), most.y))
      let (column, row) = (x >> 16, y >> 16)
      func sample(_ dx: Int, _ dy: Int) -> Float { Float(luma[(row + dy) * width * step + (column + dx) * step]) }
      let (right, low) = (Float(x >> 8 & 255), Float(y >> 8 & 255))
      let upper = sample(0, 0) * (256 - right) + sample(1, 0) * right
      let lower = sample(0, 1) * (256 - right) + sample(1, 1) * right
      let light = upper * (256 - low) + lower * low
      let chroma = row / 2 * ((width + 1) / 2) + column / 2
      let (fromU, fromV, base) = (picture.from_u, picture.from_v, picture.base)
      return [(base.0, fromU.0, fromV.0), (base.1, fromU.1, fromV.1), (base.2, fromU.2, fromV.2)].map { base, fromU, fromV in
        let colour = base + picture.gain * light + fromU * Float(u[chroma]) + fromV * Float(v[chroma])
        return isSeen ? min(max(colour, 0), 1) : 0
      }
    }
  }

  @Test(arguments: [1, 2], [false, true]) func itIsTheFormulaBitForBit(step: Int, isBlack: Bool) {
    let source = Picture(step: step, seed: 7)
    var random = SplitMix(11)
    func within(_ low: Double, _ high: Double) -> Int { Int((low + (high - low) * Double(random.unit())) * 65536) }
    for count in [1, 2, 3, 4, 5, 63, 64, 65, 67, 130] {
      for isInside in [true, false] {
        let beyond = isInside ? 0.0 : 20
        func place(_ most: Int) -> Int { within(-beyond, Double(most - 1) - 0.001 + beyond) }
        let (from, to) = ((x: place(Self.width), y: place(Self.height)), (x: place(Self.width), y: place(Self.height)))
        let (dx, dy) = ((to.x - from.x) / count, (to.y - from.y) / count)
        // One number more than is asked for: it is left alone.
        var row = [Float](repeating: -1, count: 3 * count + 1)
        let expected = source.withSampled(isBlack: isBlack) { picture in
          gf_sample_row(&picture, Int64(from.x), Int64(from.y), Int64(dx), Int64(dy), Int64(count), isInside ? 1 : 0, &row)
          return (0..<count).flatMap { source.colours(x: from.x + $0 * dx, y: from.y + $0 * dy, isBlack: isBlack, picture) }
        }
        #expect(row.map(\.bitPattern) == (expected + [-1]).map(\.bitPattern), "\(count) pixels, inside: \(isInside)")
      }
    }
  }
}
