/// A stream as libcamera's programs announce it: `640x480-YUV420/sYCC`.
package struct LibcameraFormat: Sendable, Equatable {
  package var width: Int
  package var height: Int
  /// The code in `FrameUnpacker`'s terms. A format unknown there keeps libcamera's name.
  package var fourcc: String
  /// Whether luma is 0-255 instead of 16-235.
  package var isFullRange: Bool

  package init(width: Int, height: Int, fourcc: String, isFullRange: Bool) {
    self.width = width
    self.height = height
    self.fourcc = fourcc
    self.isFullRange = isFullRange
  }

  /// Codes for libcamera's format names. Those follow the kernel's graphics (drm_fourcc.h), which count colours from
  /// the highest bit; V4L2's follow the bytes in memory.
  private static let fourccs = [
    "YUV420": "YU12", "NV12": "NV12", "YUYV": "YUYV", "MJPEG": "MJPG", "R8": "GREY", "RGB888": "BGR3", "BGR888": "RGB3",
    "XRGB8888": "XR24", "ARGB8888": "XR24", "XBGR8888": "XB24", "ABGR8888": "XB24",
  ]

  /// Valid sizes, far more than any sensor has. Larger numbers are invalid.
  private static let sizes = 1...65_536

  /// - Parameter text: a size, a dash and a format. If the version writes it, a slash and the colour space follow.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let size = parts.first?.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) } ?? []
    guard parts.count == 2, size.count == 2, let width = size[0], let height = size[1], Self.sizes ~= width, Self.sizes ~= height
    else { return nil }
    let words = parts[1].split(separator: "/")
    guard let name = words.first.map({ String($0) }) else { return nil }
    self.init(
      width: width, height: height, fourcc: Self.fourccs[name] ?? name,
      isFullRange: words.dropFirst().contains { $0 == "sYCC" || $0 == "Full" })
  }

  /// Returns the bytes from one row to the next. 0 for compressed frames. It computes them from the bytes of a frame's
  /// planes.
  /// - Returns: nil when the frame is too short, or when its planes have another layout than expected here.
  package func stride(_ planes: [Int]) -> Int? {
    guard let first = planes.first, planes.allSatisfy({ $0 > 0 }) else { return nil }
    let total = planes.reduce(0) { $0 &+ $1 }
    let half = (height + 1) / 2
    switch fourcc {
    case "MJPG": return 0
    case "YU12", "NV12":
      if planes.count > 1 {
        guard first % height == 0, first / height >= width else { return nil }
        let stride = first / height
        let chroma = fourcc == "NV12" ? [stride * half] : [Int](repeating: (stride + 1) / 2 * half, count: 2)
        return Array(planes.dropFirst()) == chroma ? stride : nil
      }
      return rows(total, sizeOf: { fourcc == "NV12" ? $0 * (height + half) : $0 * height + 2 * ((($0 + 1) / 2) * half) }, least: width)
    default: return planes.count == 1 ? rows(total, sizeOf: { $0 * height }, least: width * FrameUnpacker.bytesPerPixel(fourcc)) : nil
    }
  }

  /// Returns the row length that makes `total` bytes. If no length does, the bytes after the last row are unused
  /// memory.
  private func rows(_ total: Int, sizeOf: (Int) -> Int, least: Int) -> Int? {
    guard total >= sizeOf(least) else { return nil }
    // Existing hardware starts rows at multiples of up to 256 bytes.
    return (least...(least + 256)).first { sizeOf($0) == total } ?? least
  }
}
