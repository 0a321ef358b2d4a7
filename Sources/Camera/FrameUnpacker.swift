import Foundation
import Realtime

/// Makes a frame of a driver's data. It copies raw formats unchanged (the reader samples them in place) and decodes
/// MJPEG to planes.
package final class FrameUnpacker {
  /// Formats that are read in place, the best first. MJPEG comes first, because only it keeps the rate at USB 2 speed.
  static let own = ["MJPG", "YUYV", "NV12", "GREY"]
  /// Formats into which libv4l2 converts everything else (UYVY, Bayer, ...). Its converter has no other useful targets.
  static let converted = ["YU12", "BGR3"]
  /// Formats that only libcamera's programs deliver, if a camera has nothing better.
  static let colours = ["RGB3", "XR24", "XB24"]
  /// Largest side in pixels; a larger frame is a driver's error.
  static let mostPixels = 8192
  /// Valid length of a side in pixels.
  static let sides = 17...mostPixels

  /// Result of unpacking a frame.
  package enum Outcome {
    case frame(Frame)
    /// A frame that was irregular but whole.
    case untidy(Frame)
    /// Damaged or cut off.
    case refused(FrameRefusal)
  }

  private let format: VideoFormat
  private let isFullRange: Bool
  /// Bytes of a row in the data; 0 for MJPEG.
  private let stride: Int
  private let source: Source

  private enum Source {
    case jpeg(MotionJPEG)
    /// Memory for raw frames.
    case raw(FramePool)
  }

  private enum Attempt {
    case done(UnpackedFrame)
    case failed(FrameRefusal)
  }

  /// Fails for an unreadable format or an invalid size. - Parameter isFullRange: luma of the planes of YU12, NV12 and
  /// YUYV is 0-255.
  package init?(_ format: VideoFormat, isFullRange: Bool = false) {
    self.isFullRange = isFullRange
    guard (Self.own + Self.converted + Self.colours).contains(format.fourcc), Self.sides ~= format.width, Self.sides ~= format.height,
      format.stride <= 8 * Self.mostPixels
    else { return nil }
    self.format = format
    if format.fourcc == "MJPG" {
      stride = 0
      source = .jpeg(MotionJPEG(format))
      return
    }
    // Assume rows without padding if the driver's row length is missing. The same holds if it is too short for the
    // pixels.
    stride = max(format.stride, format.width * Self.bytesPerPixel(format.fourcc))
    // YU12 is the largest of the copied formats. Rows of RGB are longer than the planes made from them.
    let isMade = format.fourcc == "BGR3" || Self.colours.contains(format.fourcc)
    source = .raw(FramePool(size: FramePool.size420(isMade ? format.width : stride, format.height)))
  }

  /// Returns the bytes of a pixel in a format's first plane.
  static func bytesPerPixel(_ fourcc: String) -> Int {
    switch fourcc {
    case "YUYV": 2
    case "BGR3", "RGB3": 3
    case "XR24", "XB24": 4
    default: 1
    }
  }

  /// Unpacks one frame.
  /// - Parameter fallbackTime: seconds of `Clock`, for a driver that does not use it.
  package func unpack(_ videoFrame: VideoFrame, index: Int, fallbackTime: Double, orientation: Frame.Orientation) -> Outcome {
    let begun = Clock.nanoseconds
    guard let start = videoFrame.bytes?.start, videoFrame.count > 0 else { return .refused(.empty) }
    let data = UnsafeBufferPointer(start: start, count: videoFrame.count)
    func frame(_ unpacked: UnpackedFrame) -> Frame {
      Frame(
        index: index, time: videoFrame.time ?? fallbackTime, width: unpacked.width, height: unpacked.height, luma: unpacked.luma,
        chroma: unpacked.chroma, fullRange: unpacked.fullRange, orientation: orientation, decodeTime: Clock.nanoseconds - begun,
        memory: unpacked.memory)
    }
    switch source {
    case .jpeg(let jpeg):
      switch jpeg.decode(data) {
      case .clean(let unpacked): return .frame(frame(unpacked))
      case .warned(let unpacked): return .untidy(frame(unpacked))
      case .refused(let refusal): return .refused(refusal)
      }
    case .raw(let pool):
      switch raw(data, pool) {
      case .done(let unpacked): return .frame(frame(unpacked))
      case .failed(let refusal): return .refused(refusal)
      }
    }
  }

  /// Copies the frame's bytes and sets their layout. After its last pixel the last row need not be complete.
  private func raw(_ data: UnsafeBufferPointer<UInt8>, _ pool: FramePool) -> Attempt {
    let height = format.height
    let halfHeight = (height + 1) / 2
    let grid: (luma: PlaneLayout, chroma: (u: PlaneLayout, v: PlaneLayout)?, bytes: Int)
    switch format.fourcc {
    case "BGR3", "XR24": return planar(data, pool, red: 2, blue: 0)
    case "RGB3", "XB24": return planar(data, pool, red: 0, blue: 2)
    case "YUYV":
      grid = (
        PlaneLayout(stride: stride, step: 2),
        (PlaneLayout(offset: 1, stride: stride, step: 4, shiftX: 1), PlaneLayout(offset: 3, stride: stride, step: 4, shiftX: 1)),
        stride * height
      )
    case "NV12":
      let uv = stride * height
      grid = (
        PlaneLayout(stride: stride),
        (
          PlaneLayout(offset: uv, stride: stride, step: 2, shiftX: 1, shiftY: 1),
          PlaneLayout(offset: uv + 1, stride: stride, step: 2, shiftX: 1, shiftY: 1)
        ), stride * (height + halfHeight)
      )
    case "YU12":
      let half = (stride + 1) / 2
      let (u, v) = (stride * height, stride * height + half * halfHeight)
      grid = (
        PlaneLayout(stride: stride),
        (
          PlaneLayout(offset: u, stride: half, shiftX: 1, shiftY: 1), PlaneLayout(offset: v, stride: half, shiftX: 1, shiftY: 1)
        ), v + half * halfHeight
      )
    default: grid = (PlaneLayout(stride: stride), nil, stride * height)
    }
    // The sample that lies last in memory.
    let needed = min((grid.chroma?.v ?? grid.luma).bytes(width: format.width, height: height), grid.bytes)
    guard data.count >= needed else { return .failed(.short(format, needed: needed, received: data.count)) }
    let memory = pool.take()
    memory.start.update(from: data.baseAddress!, count: min(data.count, grid.bytes))
    return .done(
      UnpackedFrame(
        width: format.width, height: height, luma: grid.luma.plane(in: memory),
        chroma: grid.chroma.map { ($0.u.plane(in: memory), $0.v.plane(in: memory)) }, fullRange: grid.chroma == nil || isFullRange,
        memory: memory))
  }

  /// Converts RGB pixels of three or four bytes to planes. A fourth byte is ignored. Every pixel gets luma; each 2 x 2
  /// block gets chroma from its top left pixel (ITU-R BT.601, full range).
  private func planar(_ data: UnsafeBufferPointer<UInt8>, _ pool: FramePool, red: Int, blue: Int) -> Attempt {
    let (width, height) = (format.width, format.height)
    let step = Self.bytesPerPixel(format.fourcc)
    let needed = stride * (height - 1) + width * step
    guard data.count >= needed else { return .failed(.short(format, needed: needed, received: data.count)) }
    let memory = pool.take()
    let y = memory.start
    let half = (width + 1) / 2
    let u = y + width * height
    let v = u + half * ((height + 1) / 2)
    for line in 0..<height {
      let row = data.baseAddress! + line * stride
      for x in 0..<width {
        let (b, g, r) = (Int(row[step * x + blue]), Int(row[step * x + 1]), Int(row[step * x + red]))
        // 0.299, 0.587 and 0.114 in 1/65536.
        y[line * width + x] = UInt8((19595 * r + 38470 * g + 7471 * b + 32768) >> 16)
        if line & 1 == 0, x & 1 == 0 {
          let at = (line >> 1) * half + (x >> 1)
          u[at] = UInt8(min(max((-11059 * r - 21709 * g + 32768 * b + 8_421_375) >> 16, 0), 255))
          v[at] = UInt8(min(max((32768 * r - 27439 * g - 5329 * b + 8_421_375) >> 16, 0), 255))
        }
      }
    }
    return .done(
      UnpackedFrame(
        width: width, height: height, luma: Plane(start: y, stride: width),
        chroma: (Plane(start: u, stride: half, shiftX: 1, shiftY: 1), Plane(start: v, stride: half, shiftX: 1, shiftY: 1)),
        fullRange: true, memory: memory))
  }
}

/// A frame's planes in their own memory, without number and time.
struct UnpackedFrame {
  let width: Int
  let height: Int
  let luma: Plane
  var chroma: (u: Plane, v: Plane)?
  let fullRange: Bool
  let memory: FrameMemory
}
