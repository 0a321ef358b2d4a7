import CTurboJPEG
import Camera
import Drawing
import Foundation
import TestSupport
import Testing

/// Tests of JPEGs that stay below 10 kB, as the page fetches them.
@Suite struct SmallJPEGTests {
  private static let limit = 10_000
  private static let sizes = [(1, 1), (320, 240), (620, 349), (1920, 1080), (333, 777), (17, 4096), (4096, 17)]

  /// Returns an image of random pixels. No other content needs as many bytes.
  private static func noise(_ width: Int, _ height: Int) -> Canvas {
    var random = SplitMix(5)
    return drawn(width, height) { _, _ in
      let bits = random.next()
      return Canvas.Colour(
        UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits >> 16))
    }
  }

  /// Returns an image of soft colours, as of a wall in the evening sun.
  private static func gradient(_ width: Int, _ height: Int) -> Canvas {
    drawn(width, height) { x, y in
      Canvas.Colour(UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8(128 + 100 * sin(Double(x) / 37) * cos(Double(y) / 23)))
    }
  }

  private static func drawn(_ width: Int, _ height: Int, _ colour: (Int, Int) -> Canvas.Colour) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    for y in 0..<height { for x in 0..<width { canvas.fill(x: x, y: y, width: 1, height: 1, colour(x, y)) } }
    return canvas
  }

  /// Returns width and height from the header of a JPEG; nil if it cannot be read.
  private func size(_ data: Data) -> [Int]? {
    let decoder = tjInitDecompress()
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let result = data.withUnsafeBytes { bytes in
      tjDecompressHeader3(
        decoder, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), &width, &height, &sampling, &colours)
    }
    return result == 0 ? [Int(width), Int(height)] : nil
  }

  @Test(arguments: sizes, [320, 4096]) func `an image of any size and content stays below the limit`(size: (Int, Int), width: Int) throws {
    let encoder = SmallJPEG(below: Self.limit)
    for image in [Self.noise(size.0, size.1), Self.gradient(size.0, size.1), Self.noise(size.0, size.1)] {
      let small = image.shrunk(toWidth: width)
      let data = try #require(encoder.encode(small))
      let found = try #require(self.size(data))
      #expect(data.count < Self.limit && found[0] <= small.width && found[1] <= small.height, "\(data.count) bytes, \(found)")
    }
  }

  @Test func `an image keeps its size when a lower quality is enough`() throws {
    for image in [Self.noise(320, 240), Self.gradient(640, 480)] {
      let data = try #require(SmallJPEG(below: Self.limit).encode(image))
      #expect(size(data) == [image.width, image.height] && image.jpeg(quality: 60)?.count ?? 0 > Self.limit, "\(data.count)")
    }
  }

  /// Then one encoding is enough, and after a noisy image the quality rises again step by step.
  @Test func `an image begins with the step that fitted the last one of its width`() throws {
    let (encoder, calm) = (SmallJPEG(below: Self.limit), Self.gradient(320, 200))
    let best = try #require(calm.jpeg(quality: 60))
    #expect(encoder.encode(calm) == best)
    let noisy = try #require(encoder.encode(Self.noise(320, 240)))
    #expect(encoder.encode(Self.noise(320, 240)) == noisy)
    let sizes = try (0..<6).map { _ in try #require(encoder.encode(calm)).count }
    #expect(sizes[0] < best.count && sizes == sizes.sorted() && sizes.last == best.count, "\(sizes)")
    #expect(SmallJPEG(below: 100).encode(calm) == nil, "no JPEG is so small")
  }

  @Test func `images of other widths have steps of their own`() throws {
    let encoder = SmallJPEG(below: Self.limit)
    let calm = Self.gradient(300, 200)
    #expect(encoder.encode(Self.noise(320, 240)) != nil)
    #expect(encoder.encode(calm) == calm.jpeg(quality: 60))
  }

  /// At quality 60 most of these need more.
  @Test(
    .enabled(if: Places.hasFootage, "../shared/data is not there: the films are skipped"),
    arguments: ["not-playing/sam_blocks", "not-playing/muse_dance", "clips/temuge_body0", "clips/tfjs_asl_hand"])
  func `frames of a real film stay below the limit`(clip: String) throws {
    let film = try FilmFile(Places.hands.appendingPathComponent(clip + ".mp4").path, pace: .asFastAsPossible)
    defer { film.close() }
    let encoder = SmallJPEG(below: Self.limit)
    var count = 0
    while count < 5, case .frame(let frame) = film.next(timeout: 60) {
      guard frame.index % 10 == 0 else { continue }
      let small = Canvas(frame).shrunk(toWidth: 320)
      let data = try #require(encoder.encode(small))
      #expect(data.count < Self.limit && size(data) == [320, small.height], "frame \(frame.index): \(data.count) bytes")
      count += 1
    }
    #expect(count == 5)
  }
}
