import Camera

/// Reads a turned square straight out of a frame's planes into a model's input: one pass, bilinear luma, nearest chroma, RGB floats in 0...1.
package enum RegionSampler {
  /// What lies beyond the picture's edge.
  package enum Border { case replicate, black }

  /// Fills `size` x `size` x 3 floats, rows from the top.
  package static func sample(_ frame: Frame, _ region: Region, size: Int, border: Border, into output: UnsafeMutablePointer<Float>) {
    // From a pixel of the output to one of the picture in memory: corner + column * across + row * down. Pixel i of the output lies at i / size of
    // the region, and the picture's pixel i at i, without half pixels: the models were trained on pictures cut out that way.
    let step = 1 / Float(size)
    var corner = region.point(SIMD2(0, 0))
    var across = region.point(SIMD2(step, 0)) - corner
    var down = region.point(SIMD2(0, step)) - corner
    if frame.mirrored {
      corner.x = Float(frame.width - 1) - corner.x
      across.x = -across.x
      down.x = -down.x
    }
    let pass = Pass(frame, black: border == .black)
    for row in 0..<size {
      let start = corner + down * Float(row)
      let end = start + across * Float(size - 1)
      pass.row(start, across, count: size, inside: pass.contains(start) && pass.contains(end), output + row * size * 3)
    }
  }

  /// Everything about the frame that stays the same from row to row.
  private struct Pass {
    let luma: Plane
    let u: Plane
    let v: Plane
    let width, height: Int
    let black: Bool
    /// RGB = luma * gain + u * fromU + v * fromV + base, in numbers 0...255.
    let gain, fromU, fromV, base: SIMD4<Float>

    init(_ frame: Frame, black: Bool) {
      luma = frame.luma
      // A grey picture reads its luma for chroma and gives it no weight.
      u = frame.chroma?.u ?? frame.luma
      v = frame.chroma?.v ?? frame.luma
      width = frame.width
      height = frame.height
      self.black = black
      // ITU-R BT.601: luma 16-235 and chroma 16-240, or both 0-255 (JFIF).
      let light: Float = frame.fullRange ? 1 / 255 : 1 / 219
      let colour: Float = frame.chroma == nil ? 0 : frame.fullRange ? 1 / 255 : 1 / 224
      gain = SIMD4(repeating: light / 65536)
      fromU = SIMD4(0, -0.344136, 1.772, 0) * colour
      fromV = SIMD4(1.402, -0.714136, 0, 0) * colour
      base = SIMD4(repeating: frame.fullRange ? 0 : -16 * light) - (fromU + fromV) * 128
    }

    /// All four pixels that a bilinear reading at `p` needs are in the picture.
    func contains(_ p: SIMD2<Float>) -> Bool {
      p.x >= 0 && p.y >= 0 && p.x < Float(width - 1) && p.y < Float(height - 1)
    }

    /// One row of the output. Coordinates run in whole numbers of 1/65536 pixel.
    @inline(__always) func row(
      _ start: SIMD2<Float>, _ across: SIMD2<Float>, count: Int, inside: Bool, _ output: UnsafeMutablePointer<Float>
    ) {
      var x = Int(start.x * 65536)
      var y = Int(start.y * 65536)
      let dx = Int(across.x * 65536)
      let dy = Int(across.y * 65536)
      if inside {
        for column in 0..<count {
          store(pixel(x, y), output, column, count)
          x &+= dx
          y &+= dy
        }
        return
      }
      let mostX = (width - 1) << 16 - 1
      let mostY = (height - 1) << 16 - 1
      let half = 1 << 15
      for column in 0..<count {
        let beyond = x < -half || y < -half || x > mostX &+ half || y > mostY &+ half
        let colour = black && beyond ? .zero : pixel(min(max(x, 0), mostX), min(max(y, 0), mostY))
        store(colour, output, column, count)
        x &+= dx
        y &+= dy
      }
    }

    @inline(__always) private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
      let ix = x >> 16
      let iy = y >> 16
      let fx = (x >> 8) & 255
      let fy = (y >> 8) & 255
      let p = luma.start + (iy &* luma.stride &+ ix &* luma.step)
      let q = p + luma.stride
      let upper = Int(p[0]) &* (256 &- fx) &+ Int(p[luma.step]) &* fx
      let lower = Int(q[0]) &* (256 &- fx) &+ Int(q[luma.step]) &* fx
      let light = Float(upper &* (256 &- fy) &+ lower &* fy)
      let chroma = (iy >> u.shiftY) &* u.stride &+ (ix >> u.shiftX) &* u.step
      let colour = base + gain * light + fromU * Float(u.start[chroma]) + fromV * Float(v.start[chroma])
      // Two instructions a pixel; `pointwiseMin` and `pointwiseMax` are a call with branches for each number, and took more time than all the rest.
      let none = SIMD4<Float>(repeating: 0)
      let full = SIMD4<Float>(repeating: 1)
      let positive = colour.replacing(with: none, where: colour .< none)
      return positive.replacing(with: full, where: positive .> full)
    }

    /// Writes three floats; all but the row's last pixel as one vector, whose fourth number the next pixel overwrites.
    @inline(__always) private func store(_ c: SIMD4<Float>, _ output: UnsafeMutablePointer<Float>, _ column: Int, _ count: Int) {
      let at = output + column &* 3
      if column < count &- 1 {
        UnsafeMutableRawPointer(at).storeBytes(of: c, as: SIMD4<Float>.self)
      } else {
        at[0] = c.x
        at[1] = c.y
        at[2] = c.z
      }
    }
  }
}
