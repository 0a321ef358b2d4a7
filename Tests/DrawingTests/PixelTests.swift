import Drawing
import Testing

@Suite struct PixelTests {
  @Test func `drawing outside the image is cut off`() {
    var canvas = Canvas(width: 4, height: 3, fill: .init(1, 2, 3))
    canvas.fill(x: -5, y: 1, width: 7, height: 90, .init(9, 9, 9))
    #expect(canvas.pixels.count == 4 * 3 * 3)
    #expect(Array(canvas.pixels[0..<3]) == [1, 2, 3])
    #expect(Array(canvas.pixels[(1 * 4) * 3..<(1 * 4) * 3 + 9]) == [9, 9, 9, 9, 9, 9, 1, 2, 3])
  }

  /// A hand that reaches below the frame must not crash the box.
  @Test(arguments: [(-9, 0), (9, 0), (0, -9), (0, 9), (4, 0), (0, 3)])
  func `a shape wholly outside changes nothing`(x: Int, y: Int) {
    var canvas = Canvas(width: 4, height: 3)
    let before = canvas.pixels
    canvas.fill(x: x, y: y, width: 2, height: 2, .init(9, 9, 9))
    #expect(canvas.pixels == before)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func `a line to nowhere is not drawn`(end: Float) {
    var canvas = Canvas(width: 4, height: 3)
    let before = canvas.pixels
    canvas.line(SIMD2(1, 1), SIMD2(1, end), .init(9, 9, 9))
    canvas.line(SIMD2(end, 1), SIMD2(1, 1), .init(9, 9, 9))
    #expect(canvas.pixels == before)
  }

  @Test func `a line that leaves the image is drawn to its edge`() {
    var canvas = Canvas(width: 4, height: 3, fill: .init(1, 2, 3))
    canvas.line(SIMD2(2, 1), SIMD2(2, 500), thickness: 1, .init(9, 9, 9))
    let drawn = (0..<12).filter { canvas.pixels[$0 * 3] == 9 }
    #expect(drawn == [6, 10])
  }

  @Test func `a smaller image is the mean`() {
    var canvas = Canvas(width: 2, height: 2, fill: .init(0, 0, 0))
    canvas.fill(x: 0, y: 0, width: 1, height: 2, .init(100, 200, 40))
    #expect(canvas.shrunk(toWidth: 1).pixels == [50, 100, 20])
  }

  @Test func `a smaller image has exactly the wanted width, and shares of pixels that lie on its borders`() {
    var canvas = Canvas(width: 3, height: 3, fill: .init(0, 0, 0))
    canvas.fill(x: 1, y: 0, width: 1, height: 3, .init(90, 90, 90))
    canvas.fill(x: 2, y: 0, width: 1, height: 3, .init(180, 180, 180))
    let small = canvas.shrunk(toWidth: 2)
    #expect(small.width == 2 && small.height == 2)
    #expect(small.pixels == [30, 30, 30, 150, 150, 150, 30, 30, 30, 150, 150, 150])
    for (width, height, wanted, smaller) in [(620, 349, 320, 180), (1920, 1080, 64, 36), (333, 777, 320, 747), (900, 1, 64, 1)] {
      let white = Canvas(width: width, height: height, fill: .init(255, 255, 255)).shrunk(toWidth: wanted)
      #expect(white.width == wanted && white.height == smaller && white.pixels.allSatisfy { $0 == 255 }, "\(width) x \(height)")
    }
    for width in [0, 3, 4096] { #expect(canvas.shrunk(toWidth: width).pixels == canvas.pixels, "\(width)") }
  }
}
