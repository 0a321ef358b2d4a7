import Drawing
import Testing

@Suite struct PixelTests {
  @Test func whatIsDrawnOutsideThePictureIsCutOff() {
    var canvas = Canvas(width: 4, height: 3, fill: .init(1, 2, 3))
    canvas.fill(x: -5, y: 1, width: 7, height: 90, .init(9, 9, 9))
    #expect(canvas.pixels.count == 4 * 3 * 3)
    #expect(Array(canvas.pixels[0..<3]) == [1, 2, 3])
    #expect(Array(canvas.pixels[(1 * 4) * 3..<(1 * 4) * 3 + 9]) == [9, 9, 9, 9, 9, 9, 1, 2, 3])
  }

  @Test func aSmallerPictureIsTheMean() {
    var canvas = Canvas(width: 2, height: 2, fill: .init(0, 0, 0))
    canvas.fill(x: 0, y: 0, width: 1, height: 2, .init(100, 200, 40))
    #expect(canvas.shrunk(by: 2).pixels == [50, 100, 20])
  }
}
