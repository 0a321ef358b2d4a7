import CSampler
import Camera

/// Samples a turned square of a frame's planes into a model's input. It takes one pass: bilinear luma, nearest chroma,
/// RGB floats in 0...1.
package enum RegionSampler {
  /// Values outside the frame: the nearest edge pixel, or black.
  package enum Border { case replicate, black }

  /// Fills `size` x `size` x 3 floats, rows from the top.
  package static func sample(_ frame: Frame, _ region: Region, size: Int, border: Border, into output: UnsafeMutablePointer<Float>) {
    // Map the output to the frame's memory. Pixel (column, row) reads corner + column * across + row * down.
    // Output pixel i is i / size of the region, and frame pixel i is i, without half pixels. The models were trained on
    // images cropped that way.
    let step = 1 / Float(size)
    var corner = region.point(SIMD2(0, 0))
    var across = region.point(SIMD2(step, 0)) - corner
    var down = region.point(SIMD2(0, step)) - corner
    if frame.mirrored {
      corner.x = Float(frame.width - 1) - corner.x
      across.x = -across.x
      down.x = -down.x
    }
    var sampled = gf_sampled_frame(frame, isBlack: border == .black)
    for row in 0..<size {
      let start = corner + down * Float(row)
      let end = start + across * Float(size - 1)
      gf_sample_row(
        &sampled, fixed(start.x), fixed(start.y), fixed(across.x), fixed(across.y), Int64(size),
        frame.holds(start) && frame.holds(end) ? 1 : 0, output + row * size * 3)
    }
  }

  /// Converts to units of 1/65536 pixel.
  private static func fixed(_ x: Float) -> Int64 { Int64(x * 65536) }
}

extension Frame {
  /// Whether all four pixels for a bilinear reading at `p` exist.
  fileprivate func holds(_ p: SIMD2<Float>) -> Bool {
    p.x >= 0 && p.y >= 0 && p.x < Float(width - 1) && p.y < Float(height - 1)
  }
}

extension gf_sampled_frame {
  /// Conversion by ITU-R BT.601. The range is luma 16-235 and chroma 16-240, or both 0-255 (JFIF).
  fileprivate init(_ frame: Frame, isBlack: Bool) {
    let light: Float = frame.fullRange ? 1 / 255 : 1 / 219
    let colour: Float = frame.chroma == nil ? 0 : frame.fullRange ? 1 / 255 : 1 / 224
    let fromU = SIMD4<Float>(0, -0.344136, 1.772, 0) * colour
    let fromV = SIMD4<Float>(1.402, -0.714136, 0, 0) * colour
    let base = SIMD4(repeating: frame.fullRange ? 0 : -16 * light) - (fromU + fromV) * 128
    // A grey frame uses its luma as chroma, with weight 0.
    self.init(
      luma: gf_sampled_plane(frame.luma), u: gf_sampled_plane(frame.chroma?.u ?? frame.luma),
      v: gf_sampled_plane(frame.chroma?.v ?? frame.luma), width: Int64(frame.width), height: Int64(frame.height), gain: light / 65536,
      from_u: (fromU.x, fromU.y, fromU.z, 0), from_v: (fromV.x, fromV.y, fromV.z, 0), base: (base.x, base.y, base.z, 0),
      is_black: isBlack ? 1 : 0)
  }
}

extension gf_sampled_plane {
  fileprivate init(_ plane: Plane) {
    self.init(start: plane.start, stride: plane.stride, step: plane.step, shift_x: Int32(plane.shiftX), shift_y: Int32(plane.shiftY))
  }
}
