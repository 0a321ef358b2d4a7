import CTurboJPEG
import Foundation
import Realtime

/// Makes a frame of what a driver delivers: copies raw formats as they are (the reader samples them in place), decodes MJPEG to planes.
final class PictureUnpacker {
  static let formats = ["MJPG", "YUYV", "NV12", "GREY", "YU12"]

  private let format: VideoFormat
  private let pool: FramePool
  private var decoder: tjhandle?

  /// Nil for a format that is none of `formats`.
  init?(_ format: VideoFormat) {
    guard Self.formats.contains(format.fourcc), format.width > 16, format.height > 16 else { return nil }
    self.format = format
    decoder = format.fourcc == "MJPG" ? tjInitDecompress() : nil
    // Room for planar 4:4:4, the largest that a JPEG can unpack to.
    pool = FramePool(
      size: format.fourcc == "MJPG" ? format.width * format.height * 3 : max(format.imageSize, format.width * format.height * 2))
  }

  deinit { if let decoder { tjDestroy(decoder) } }

  /// Nil when the picture is damaged or cut off.
  func unpack(_ picture: VideoPicture, index: Int, fallbackTime: Double, orientation: Frame.Orientation) -> Frame? {
    let begun = Clock.nanoseconds
    let time = picture.time ?? fallbackTime
    guard let data = picture.data.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    let memory = pool.take()
    let layout: Layout?
    if format.fourcc == "MJPG" {
      layout = decode(data, picture.data.count, memory.start)
      if layout == nil {
        // After an error the decoder keeps its warning; a new one is without.
        tjDestroy(decoder)
        decoder = tjInitDecompress()
      }
    } else {
      layout = raw(memory.start, available: picture.data.count)
      if let layout { memory.start.update(from: data, count: min(layout.bytes, pool.size)) }
    }
    guard let layout else { return nil }
    return Frame(
      index: index, time: time, width: format.width, height: format.height, luma: layout.luma, chroma: layout.chroma,
      fullRange: layout.fullRange,
      orientation: orientation, decodeTime: Clock.nanoseconds - begun, memory: memory)
  }

  private struct Layout {
    var luma: Plane
    var chroma: (u: Plane, v: Plane)?
    var fullRange = false
    var bytes = 0
  }

  private func raw(_ start: UnsafeMutablePointer<UInt8>, available: Int) -> Layout? {
    let p = UnsafePointer(start)
    let height = format.height
    let stride = max(format.stride, format.fourcc == "YUYV" ? format.width * 2 : format.width)
    var layout: Layout
    switch format.fourcc {
    case "YUYV":
      layout = Layout(
        luma: Plane(start: p, stride: stride, step: 2),
        chroma: (Plane(start: p + 1, stride: stride, step: 4, shiftX: 1), Plane(start: p + 3, stride: stride, step: 4, shiftX: 1)))
      layout.bytes = stride * height
    case "NV12":
      let uv = p + stride * height
      layout = Layout(
        luma: Plane(start: p, stride: stride),
        chroma: (
          Plane(start: uv, stride: stride, step: 2, shiftX: 1, shiftY: 1),
          Plane(start: uv + 1, stride: stride, step: 2, shiftX: 1, shiftY: 1)
        ))
      layout.bytes = stride * height * 3 / 2
    case "YU12":
      let u = p + stride * height
      let v = u + stride / 2 * (height / 2)
      layout = Layout(
        luma: Plane(start: p, stride: stride),
        chroma: (Plane(start: u, stride: stride / 2, shiftX: 1, shiftY: 1), Plane(start: v, stride: stride / 2, shiftX: 1, shiftY: 1)))
      layout.bytes = stride * height * 3 / 2
    default:
      layout = Layout(luma: Plane(start: p, stride: stride), chroma: nil, fullRange: true)
      layout.bytes = stride * height
    }
    return available >= layout.bytes && layout.bytes <= pool.size ? layout : nil
  }

  private func decode(_ data: UnsafePointer<UInt8>, _ count: Int, _ start: UnsafeMutablePointer<UInt8>) -> Layout? {
    var width: Int32 = 0
    var height: Int32 = 0
    var sampling: Int32 = 0
    var colours: Int32 = 0
    guard tjDecompressHeader3(decoder, data, UInt(count), &width, &height, &sampling, &colours) == 0, Int(width) == format.width,
      Int(height) == format.height
    else { return nil }
    let grey = sampling == Int32(TJSAMP_GRAY.rawValue)
    var planes = [UnsafeMutablePointer<UInt8>?](repeating: nil, count: 3)
    var strides = [Int32](repeating: 0, count: 3)
    var at = start
    for i in 0..<(grey ? 1 : 3) {
      strides[i] = tjPlaneWidth(Int32(i), width, sampling)
      planes[i] = at
      at += Int(strides[i]) * Int(tjPlaneHeight(Int32(i), height, sampling))
    }
    // A picture that is cut off decodes with a warning and a grey rest: refused like a damaged one.
    guard
      tjDecompressToYUVPlanes(decoder, data, UInt(count), &planes, width, &strides, height, Int32(TJFLAG_FASTDCT | TJFLAG_STOPONWARNING))
        == 0
    else {
      return nil
    }
    let luma = Plane(start: start, stride: Int(strides[0]))
    guard !grey, let u = planes[1], let v = planes[2] else { return Layout(luma: luma, chroma: nil, fullRange: true) }
    // How much smaller chroma is: by the planes' own sizes.
    let shiftX = strides[1] < strides[0] ? 1 : 0
    let shiftY = tjPlaneHeight(1, height, sampling) < tjPlaneHeight(0, height, sampling) ? 1 : 0
    return Layout(
      luma: luma,
      chroma: (
        Plane(start: u, stride: Int(strides[1]), shiftX: shiftX, shiftY: shiftY),
        Plane(start: v, stride: Int(strides[2]), shiftX: shiftX, shiftY: shiftY)
      ), fullRange: true)
  }
}
