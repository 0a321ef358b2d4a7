import Foundation
import Realtime

/// Makes a frame of what a driver delivers: copies raw formats as they are (the reader samples them in place), decodes MJPEG to planes.
package final class PictureUnpacker {
  /// What is read in place, the best first: MJPEG, because at USB 2 speeds it alone keeps the rate.
  static let own = ["MJPG", "YUYV", "NV12", "GREY"]
  /// What libv4l2 makes of everything else (UYVY, Bayer, ...). Its converter has no other targets that are worth reading.
  static let converted = ["YU12", "BGR3"]
  /// What only libcamera's programs deliver, where a camera has no better.
  static let colours = ["RGB3", "XR24", "XB24"]
  /// Larger pictures are a driver's error.
  static let mostPixels = 8192

  /// What became of a picture.
  package enum Outcome {
    case frame(Frame)
    /// A frame of a picture that was untidy but whole.
    case untidy(Frame)
    /// Damaged or cut off.
    case refused
  }

  private let format: VideoFormat
  private let isFullRange: Bool
  private let stride: Int
  private let pool: FramePool
  private let jpeg: MotionJPEG?

  /// Nil for a format that cannot be read, or a size that cannot be. - Parameter isFullRange: luma of the planes of YU12, NV12 and YUYV is 0-255.
  package init?(_ format: VideoFormat, isFullRange: Bool = false) {
    self.isFullRange = isFullRange
    guard (Self.own + Self.converted + Self.colours).contains(format.fourcc), 17...Self.mostPixels ~= format.width,
      17...Self.mostPixels ~= format.height,
      format.stride <= 8 * Self.mostPixels
    else { return nil }
    self.format = format
    // A driver that does not tell its rows' length leaves no room between them.
    stride = max(format.stride, format.width * Self.bytesPerPixel(format.fourcc))
    if format.fourcc == "MJPG" {
      let jpeg = MotionJPEG(width: format.width, height: format.height)
      pool = FramePool(size: jpeg.size)
      self.jpeg = jpeg
    } else {
      jpeg = nil
      // Of the formats that are copied YU12 is the largest; rows of colours are longer than what is made of them.
      let isMade = format.fourcc == "BGR3" || Self.colours.contains(format.fourcc)
      pool = FramePool(size: FramePool.size420(isMade ? format.width : stride, format.height))
    }
  }

  private static func bytesPerPixel(_ fourcc: String) -> Int {
    switch fourcc {
    case "YUYV": 2
    case "BGR3", "RGB3": 3
    case "XR24", "XB24": 4
    default: 1
    }
  }

  /// - Parameter fallbackTime: seconds of `Clock`, for a driver that does not use it.
  package func unpack(_ picture: VideoPicture, index: Int, fallbackTime: Double, orientation: Frame.Orientation) -> Outcome {
    let begun = Clock.nanoseconds
    guard let start = picture.bytes?.start, picture.count > 0 else { return .refused }
    let data = UnsafeBufferPointer(start: start, count: picture.count)
    let memory = pool.take()
    var isTidy = true
    let layout: Layout
    if let jpeg {
      switch jpeg.decode(data, into: memory.start) {
      case .refused: return .refused
      case .clean(let planes): layout = Layout(luma: planes.luma, chroma: planes.chroma, fullRange: true)
      case .warned(let planes):
        isTidy = false
        layout = Layout(luma: planes.luma, chroma: planes.chroma, fullRange: true)
      }
    } else {
      guard let raw = raw(data, into: memory.start) else { return .refused }
      layout = raw
    }
    let frame = Frame(
      index: index, time: picture.time ?? fallbackTime, width: format.width, height: format.height, luma: layout.luma,
      chroma: layout.chroma, fullRange: layout.fullRange, orientation: orientation, decodeTime: Clock.nanoseconds - begun, memory: memory)
    return isTidy ? .frame(frame) : .untidy(frame)
  }

  private struct Layout {
    var luma: Plane
    var chroma: (u: Plane, v: Plane)?
    var fullRange = false
  }

  /// Copies what belongs to the picture and says how it lies; nil when some of it is missing.
  private func raw(_ data: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutablePointer<UInt8>) -> Layout? {
    let height = format.height
    let halfHeight = (height + 1) / 2
    let p = UnsafePointer(memory)
    var layout: Layout
    let bytes: Int
    switch format.fourcc {
    case "YUYV":
      layout = Layout(
        luma: Plane(start: p, stride: stride, step: 2),
        chroma: (Plane(start: p + 1, stride: stride, step: 4, shiftX: 1), Plane(start: p + 3, stride: stride, step: 4, shiftX: 1)))
      bytes = stride * height
    case "NV12":
      let uv = p + stride * height
      layout = Layout(
        luma: Plane(start: p, stride: stride),
        chroma: (
          Plane(start: uv, stride: stride, step: 2, shiftX: 1, shiftY: 1),
          Plane(start: uv + 1, stride: stride, step: 2, shiftX: 1, shiftY: 1)
        ))
      bytes = stride * (height + halfHeight)
    case "YU12":
      let half = (stride + 1) / 2
      let u = p + stride * height
      let v = u + half * halfHeight
      layout = Layout(
        luma: Plane(start: p, stride: stride),
        chroma: (Plane(start: u, stride: half, shiftX: 1, shiftY: 1), Plane(start: v, stride: half, shiftX: 1, shiftY: 1)))
      bytes = stride * height + 2 * half * halfHeight
    case "BGR3", "XR24": return planar(data, into: memory, red: 2, blue: 0)
    case "RGB3", "XB24": return planar(data, into: memory, red: 0, blue: 2)
    default:
      layout = Layout(luma: Plane(start: p, stride: stride), chroma: nil, fullRange: true)
      bytes = stride * height
    }
    guard let source = data.baseAddress, data.count >= bytes, bytes <= pool.size else { return nil }
    layout.fullRange = layout.fullRange || isFullRange
    memory.update(from: source, count: bytes)
    return layout
  }

  /// Three colours in turn, or four bytes with one that says nothing, become planes: luma for every pixel, chroma for every fourth, from its block's top left (ITU-R BT.601, full range).
  private func planar(_ data: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutablePointer<UInt8>, red: Int, blue: Int) -> Layout? {
    let (width, height) = (format.width, format.height)
    let step = Self.bytesPerPixel(format.fourcc)
    guard let source = data.baseAddress, data.count >= stride * (height - 1) + width * step else { return nil }
    let half = (width + 1) / 2
    let u = memory + width * height
    let v = u + half * ((height + 1) / 2)
    for y in 0..<height {
      let row = source + y * stride
      for x in 0..<width {
        let (b, g, r) = (Int(row[step * x + blue]), Int(row[step * x + 1]), Int(row[step * x + red]))
        // 0.299, 0.587 and 0.114 in 1/65536.
        memory[y * width + x] = UInt8((19595 * r + 38470 * g + 7471 * b + 32768) >> 16)
        if y & 1 == 0, x & 1 == 0 {
          let at = (y >> 1) * half + (x >> 1)
          u[at] = UInt8(min(max((-11059 * r - 21709 * g + 32768 * b + 8_421_375) >> 16, 0), 255))
          v[at] = UInt8(min(max((32768 * r - 27439 * g - 5329 * b + 8_421_375) >> 16, 0), 255))
        }
      }
    }
    return Layout(
      luma: Plane(start: memory, stride: width),
      chroma: (Plane(start: u, stride: half, shiftX: 1, shiftY: 1), Plane(start: v, stride: half, shiftX: 1, shiftY: 1)), fullRange: true)
  }
}
