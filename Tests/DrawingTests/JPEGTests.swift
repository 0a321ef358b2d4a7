import CTurboJPEG
import Drawing
import Foundation
import Testing

/// Tests of images as JPEG, in memory.
@Suite struct JPEGTests {
  /// Returns the pixels of a JPEG; nil if it cannot be read.
  /// They are red, green and blue by rows, as any reader sees them.
  private func pixels(_ data: Data, width: Int, height: Int) -> [UInt8]? {
    let decoder = tjInitDecompress()
    defer { tjDestroy(decoder) }
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let result = data.withUnsafeBytes { bytes in
      tjDecompress2(
        decoder, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), &pixels, Int32(width), 0, Int32(height),
        Int32(TJPF_RGB.rawValue), 0)
    }
    return result == 0 ? pixels : nil
  }

  @Test func `a reader sees the same colours`() throws {
    var canvas = Canvas(width: 64, height: 48, fill: .truth)
    canvas.fill(x: 0, y: 0, width: 32, height: 48, .left)
    let data = try #require(canvas.jpeg(quality: 90))
    let read = try #require(pixels(data, width: 64, height: 48))
    let far = zip(read, canvas.pixels).map { abs(Int($0) - Int($1)) }.filter { $0 > 12 }
    // Colours blur at the border of the halves.
    #expect(far.count < canvas.pixels.count / 10, "\(far.count)")
  }

  @Test func `a lower quality is smaller, and one beyond the range is the nearest`() throws {
    var canvas = Canvas(width: 160, height: 120)
    for i in 0..<60 { canvas.line(SIMD2(Float(i * 3), 0), SIMD2(0, Float(i * 7 % 120)), .right) }
    let sizes = try [-5, 1, 60, 100, 5000].map { try #require(canvas.jpeg(quality: $0)).count }
    #expect(sizes[0] == sizes[1] && sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] == sizes[4], "\(sizes)")
  }
}
