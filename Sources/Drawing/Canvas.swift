import CPNG
import CTurboJPEG
import Camera
import Foundation
import GestureFlowAPI
import Hands

/// An image to draw on: 8-bit RGB.
public struct Canvas: Sendable {
  /// Number of pixels in a row.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Red, green and blue of each pixel, by rows from the top.
  public private(set) var pixels: [UInt8]

  /// Red, green and blue, 0...255.
  public struct Colour: Sendable {
    var r, g, b: UInt8
    /// Creates a colour from red, green and blue, 0...255.
    public init(_ r: UInt8, _ g: UInt8, _ b: UInt8) { (self.r, self.g, self.b) = (r, g, b) }
    /// The colour of a left hand.
    public static let left = Colour(80, 200, 255)
    /// The colour of a right hand.
    public static let right = Colour(120, 255, 120)
    /// The colour of the performer's ground truth.
    public static let truth = Colour(255, 90, 90)
    /// The colour of captions.
    public static let text = Colour(235, 235, 225)
  }

  /// Creates an empty image.
  /// - Parameters: size in pixels, and its colour.
  public init(width: Int, height: Int, fill: Colour = Colour(12, 16, 14)) {
    self.width = width
    self.height = height
    pixels = []
    pixels.reserveCapacity(width * height * 3)
    for _ in 0..<width * height { pixels += [fill.r, fill.g, fill.b] }
  }

  /// Creates an image of the frame as the player sees it.
  public init(_ frame: Frame) {
    self.init(width: frame.width, height: frame.height)
    let range: (offset: Float, light: Float, colour: Float) = frame.fullRange ? (0, 1, 1) : (16, 255 / 219, 255 / 224)
    for y in 0..<height {
      for x in 0..<width {
        let sx = frame.mirrored ? width - 1 - x : x
        let light = (Float(frame.luma.start[y * frame.luma.stride + sx * frame.luma.step]) - range.offset) * range.light
        var u: Float = 0
        var v: Float = 0
        if let c = frame.chroma {
          u = (Float(c.u.start[(y >> c.u.shiftY) * c.u.stride + (sx >> c.u.shiftX) * c.u.step]) - 128) * range.colour
          v = (Float(c.v.start[(y >> c.v.shiftY) * c.v.stride + (sx >> c.v.shiftX) * c.v.step]) - 128) * range.colour
        }
        let at = (y * width + x) * 3
        pixels[at] = UInt8(min(max(light + 1.402 * v, 0), 255))
        pixels[at + 1] = UInt8(min(max(light - 0.344136 * u - 0.714136 * v, 0), 255))
        pixels[at + 2] = UInt8(min(max(light + 1.772 * u, 0), 255))
      }
    }
  }

  /// Fills a rectangle, clipped to the image.
  public mutating func fill(x: Int, y: Int, width w: Int, height h: Int, _ colour: Colour) {
    for row in Self.part(from: y, h, of: height) {
      for column in Self.part(from: x, w, of: width) {
        let at = (row * width + column) * 3
        pixels[at] = colour.r
        pixels[at + 1] = colour.g
        pixels[at + 2] = colour.b
      }
    }
  }

  /// Returns the part of a range that lies in the image.
  /// The range has `length` pixels from `start`.
  /// The range is empty if all of it is beyond either edge.
  private static func part(from start: Int, _ length: Int, of whole: Int) -> Range<Int> {
    let first = min(max(0, start), whole)
    return first..<max(first, min(whole, start + length))
  }

  /// Whether a point can be drawn.
  /// It must not be NaN, or so far away that an integer cannot hold it.
  private static func isNear(_ p: SIMD2<Float>) -> Bool { abs(p.x) < 1e6 && abs(p.y) < 1e6 }

  /// Draws a line between two points, in pixels, clipped to the image.
  public mutating func line(_ a: SIMD2<Float>, _ b: SIMD2<Float>, thickness: Int = 2, _ colour: Colour) {
    guard Self.isNear(a), Self.isNear(b) else { return }
    let d = b - a
    let steps = max(1, Int(max(abs(d.x), abs(d.y))))
    guard steps < 20_000 else { return }
    for i in 0...steps {
      let p = a + d * (Float(i) / Float(steps))
      fill(x: Int(p.x) - thickness / 2, y: Int(p.y) - thickness / 2, width: thickness, height: thickness, colour)
    }
  }

  /// Draws a hand's bones and joints.
  public mutating func draw(_ landmarks: Landmarks, _ colour: Colour) {
    let size = SIMD2(Float(width), Float(height))
    func point(_ joint: Joint) -> SIMD2<Float> { SIMD2(landmarks[joint].x, landmarks[joint].y) * size }
    for (a, b) in Skeleton.bones { line(point(a), point(b), colour) }
    for joint in Joint.allCases {
      let p = point(joint)
      guard Self.isNear(p) else { continue }
      fill(x: Int(p.x) - 2, y: Int(p.y) - 2, width: 5, height: 5, Colour(255, 255, 255))
    }
  }

  /// Copies an image into this one.
  public mutating func paste(_ other: Canvas, x: Int, y: Int) {
    for row in 0..<other.height where (0..<height).contains(y + row) {
      for column in 0..<other.width where (0..<width).contains(x + column) {
        let to = ((y + row) * width + x + column) * 3
        let from = (row * other.width + column) * 3
        pixels[to] = other.pixels[from]
        pixels[to + 1] = other.pixels[from + 1]
        pixels[to + 2] = other.pixels[from + 2]
      }
    }
  }

  /// Returns the image reduced to a width, by averages. It is never enlarged.
  ///
  /// A pixel counts in each smaller one by the area that they share. Lengths are in units of which a pixel has
  /// `newWidth`, and a smaller one `width`, so that all areas are whole numbers.
  public func shrunk(toWidth newWidth: Int) -> Canvas {
    guard newWidth > 0, newWidth < width, height > 0 else { return self }
    let newHeight = max(1, (height * newWidth + width / 2) / width)
    var small = Canvas(width: newWidth, height: newHeight)
    let area = width * height
    pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<newHeight {
        let (top, bottom) = (y * height, (y + 1) * height)
        for x in 0..<newWidth {
          let (left, right) = (x * width, (x + 1) * width)
          var (r, g, b) = (area / 2, area / 2, area / 2)
          for row in top / newHeight...(bottom - 1) / newHeight {
            let high = min(bottom, (row + 1) * newHeight) - max(top, row * newHeight)
            for column in left / newWidth...(right - 1) / newWidth {
              let share = high * (min(right, (column + 1) * newWidth) - max(left, column * newWidth))
              let at = (row * width + column) * 3
              r += share * Int(pixels[at])
              g += share * Int(pixels[at + 1])
              b += share * Int(pixels[at + 2])
            }
          }
          let at = (y * newWidth + x) * 3
          small.pixels[at] = UInt8(r / area)
          small.pixels[at + 1] = UInt8(g / area)
          small.pixels[at + 2] = UInt8(b / area)
        }
      }
    }
    return small
  }

  private var header: png_image {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    return image
  }

  /// Returns the image as PNG, in memory; nil if memory is short.
  public func png() -> Data? {
    var image = header
    // Fast rather than small: it goes over a local socket.
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    var size = 0
    guard png_image_write_to_memory(&image, nil, &size, 0, pixels, 0, nil) != 0 else { return nil }
    var data = Data(count: size)
    let done = data.withUnsafeMutableBytes { png_image_write_to_memory(&image, $0.baseAddress, &size, 0, pixels, 0, nil) != 0 }
    return done ? data.prefix(size) : nil
  }

  /// Returns the image as JPEG, in memory. Nil if it cannot be encoded.
  /// - Parameter quality: 1...100; a number beyond is the nearest of these.
  public func jpeg(quality: Int) -> Data? {
    guard let encoder = tjInitCompress() else { return nil }
    defer { tjDestroy(encoder) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(bytes) }
    let result = tjCompress2(
      encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &bytes, &size, Int32(TJSAMP_420.rawValue),
      Int32(min(max(quality, 1), 100)), Int32(TJFLAG_FASTDCT))
    guard result == 0, let start = bytes else { return nil }
    return Data(bytes: start, count: Int(size))
  }

  /// Writes a PNG file.
  /// - Throws: `FileError` when it cannot be written.
  public func writePNG(_ path: String) throws {
    var image = header
    guard png_image_write_to_file(&image, path, 0, pixels, 0, nil) != 0 else {
      throw FileError(path: path, reason: "it cannot be written", remedy: "check the folder and its access rights")
    }
  }
}
