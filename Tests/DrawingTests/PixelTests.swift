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
    #expect(canvas.shrunk(by: 2).pixels == [50, 100, 20])
  }
}
