import CTurboJPEG
import Camera
import SyntheticHands

/// Frames as a USB camera sends them. Each is coded as JPEG with half as many columns of chroma (4:2:2), and unpacked
/// like a camera's.
final class MotionJPEGFrames {
  private let encoder: tjhandle?
  private let unpacker: FrameUnpacker?
  private let quality: Int32
  private let colourNoise: Float
  /// Size of the last coded frame, in bytes.
  private(set) var bytes = 0

  /// Creates an encoder.
  /// - Parameters:
  ///   - size: of the frames, in pixels.
  ///   - quality: of libjpeg's scale, 1...100.
  ///   - colourNoise: standard deviation of the noise added to each sample of chroma, of 255. A sensor's colours are
  ///     as noisy as its brightness. The performer's colours have no noise.
  init(_ size: (width: Int, height: Int), quality: Int, colourNoise: Float = 0) {
    encoder = tjInitCompress()
    unpacker = FrameUnpacker(VideoFormat(fourcc: "MJPG", width: size.width, height: size.height, stride: 0, rate: 30))
    self.quality = Int32(quality)
    self.colourNoise = colourNoise
  }

  deinit { tjDestroy(encoder) }

  /// Returns the frame as the camera sends it. The result is nil if it cannot be coded or is rejected.
  func sent(_ frame: Frame) -> Frame? {
    guard let coded = coded(frame), let unpacker else { return nil }
    bytes = coded.count
    return coded.withUnsafeBufferPointer { buffer in
      let videoFrame = VideoFrame(
        index: 0, sequence: UInt32(frame.index), bytes: buffer.baseAddress.map { SharedBytes($0) }, count: buffer.count, time: frame.time)
      let orientation = Frame.Orientation(flip: frame.mirrored)
      guard case .frame(let sent) = unpacker.unpack(videoFrame, index: frame.index, fallbackTime: frame.time, orientation: orientation)
      else {
        return nil
      }
      return sent
    }
  }

  private func coded(_ frame: Frame) -> [UInt8]? {
    guard let chroma = frame.chroma else { return nil }
    var random = SplitMix(seed: UInt64(frame.index) &+ 991)
    let columns = frame.width / 2
    let luma = (0..<frame.height).flatMap { row in (0..<frame.width).map { Self.sample(frame.luma, $0, row) } }
    let colours = [chroma.u, chroma.v].map { plane in
      (0..<frame.height).flatMap { row in (0..<columns).map { noisy(Self.sample(plane, 2 * $0, row), &random) } }
    }
    var out: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let result = luma.withUnsafeBufferPointer { y in
      colours[0].withUnsafeBufferPointer { u in
        colours[1].withUnsafeBufferPointer { v in
          var planes = [y.baseAddress, u.baseAddress, v.baseAddress]
          return tjCompressFromYUVPlanes(
            encoder, &planes, Int32(frame.width), nil, Int32(frame.height), Int32(TJSAMP_422.rawValue), &out, &size, quality, 0)
        }
      }
    }
    defer { tjFree(out) }
    guard result == 0, let out else { return nil }
    return Array(UnsafeBufferPointer(start: out, count: Int(size)))
  }

  private static func sample(_ plane: Plane, _ x: Int, _ y: Int) -> UInt8 {
    plane.start[(y >> plane.shiftY) * plane.stride + (x >> plane.shiftX) * plane.step]
  }

  private func noisy(_ sample: UInt8, _ random: inout SplitMix) -> UInt8 {
    guard colourNoise > 0 else { return sample }
    // The sum of four uniform values is close enough to normal here.
    let chance = (0..<4).reduce(Float(-2)) { sum, _ in sum + random.unit() } * 1.732
    return UInt8(min(max((Float(sample) + chance * colourNoise).rounded(), 0), 255))
  }
}
