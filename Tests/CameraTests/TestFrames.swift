import CTurboJPEG
import Camera
import Foundation

/// Frames with a known left and right half, in every format that a camera may send.
enum TestFrames {
  static let width = 64
  static let height = 48

  static func light(_ x: Int) -> UInt8 { x < width / 2 ? 60 : 180 }
  static func red(_ x: Int) -> UInt8 { x < width / 2 ? 128 : 170 }

  /// Returns a frame whose left half is dark and whose right half is light and red.
  /// - Parameter stride: bytes of a row; nil for no padding. Padding is filled with 255.
  static func raw(_ fourcc: String, stride: Int? = nil) -> [UInt8] {
    func rows(_ count: Int, _ least: Int, _ stride: Int, _ row: () -> [UInt8]) -> [UInt8] {
      (0..<count).flatMap { _ in row() + [UInt8](repeating: 255, count: stride - least) }
    }
    let grey = { (0..<width).map { light($0) } }
    let pairs = Swift.stride(from: 0, to: width, by: 2)
    switch fourcc {
    case "YUYV": return rows(height, 2 * width, stride ?? 2 * width) { pairs.flatMap { [light($0), 128, light($0 + 1), red($0)] } }
    case "NV12":
      return rows(height, width, stride ?? width, grey) + rows(height / 2, width, stride ?? width) { pairs.flatMap { [128, red($0)] } }
    case "YU12":
      let half = (stride ?? width) / 2
      return rows(height, width, stride ?? width, grey) + rows(height / 2, width / 2, half) { pairs.map { _ in 128 } }
        + rows(height / 2, width / 2, half) { pairs.map { red($0) } }
    case "BGR3":
      return rows(height, 3 * width, stride ?? 3 * width) {
        (0..<width).flatMap { x -> [UInt8] in
          // Full range: R = Y + 1.402 (V - 128), G = Y - 0.714 (V - 128), B = Y.
          let (y, v) = (Double(light(x)), Double(red(x)) - 128)
          return [UInt8(y), UInt8((y - 0.714 * v).rounded()), UInt8((y + 1.402 * v).rounded())]
        }
      }
    default: return rows(height, width, stride ?? width, grey)
    }
  }

  /// Returns the same frame as JPEG, also in another size.
  static func jpeg(_ sampling: TJSAMP = TJSAMP_422, width: Int = width, height: Int = height) -> [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    let kind = Int32(sampling.rawValue)
    var planes: [[UInt8]] = []
    for component in 0..<(sampling == TJSAMP_GRAY ? 1 : 3) {
      let wide = Int(tjPlaneWidth(Int32(component), Int32(width), kind))
      let high = Int(tjPlaneHeight(Int32(component), Int32(height), kind))
      let scale = max(width / wide, 1)
      let row = (0..<wide).map { column -> UInt8 in
        let x = column * scale * Self.width / width
        return component == 0 ? light(x) : component == 1 ? 128 : red(x)
      }
      planes.append((0..<high).flatMap { _ in row })
    }
    while planes.count < 3 { planes.append([0]) }
    var out: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    planes[0].withUnsafeBufferPointer { y in
      planes[1].withUnsafeBufferPointer { u in
        planes[2].withUnsafeBufferPointer { v in
          var pointers = [y.baseAddress, u.baseAddress, v.baseAddress]
          _ = tjCompressFromYUVPlanes(handle, &pointers, Int32(width), nil, Int32(height), kind, &out, &size, 95, 0)
        }
      }
    }
    defer { tjFree(out) }
    return Array(UnsafeBufferPointer(start: out, count: Int(size)))
  }

  /// The same frame (4:2:2, quality 95) with restart markers. They follow every row of blocks, as in frames of
  /// Logitech's cameras. The library's simple interface cannot make such markers, so the bytes are given here.
  static let withRestarts: [UInt8] = Array(Data(base64Encoded: restartText) ?? Data())

  private static let restartText = [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQIC",
    "AgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAwAEADASEAAhEBAxEB/8QAHwAAAQUBAQEBAQEA",
    "AAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6",
    "Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx",
    "8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAV",
    "YnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE",
    "xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/90ABAAE/9oADAMBAAIRAxEAPwD876KACigD94KKD+qAooA//9D876KACigD94KKD+qAooA//9H876KACigD",
    "94KKD+qAooA//9L876KACigD94KKD+qAooA//9P876KACigD94KKD+qAooA//9T876KACigD94KKD+qAooA//9k=",
  ].joined()

  static func at(_ plane: Plane, _ x: Int, _ y: Int) -> Int {
    Int(plane.start[(y >> plane.shiftY) * plane.stride + (x >> plane.shiftX) * plane.step])
  }
}
