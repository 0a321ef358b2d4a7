import Camera
import Testing

@Suite struct FrameCellsTests {
  @Test func `a cell has the mean of its pixels, and incomplete cells are left out`() {
    // Packed YUV: chroma between the samples must not count.
    let (width, height, stride) = (163, 121, 330)
    var bytes = [UInt8](repeating: 255, count: stride * height)
    for y in 0..<height {
      for x in 0..<width { bytes[y * stride + 2 * x] = UInt8(x / 2 + y / 2 + (x % 2 == 0 ? 0 : 1)) }
    }
    let cells = FrameCells(of: .of(bytes: bytes, width: width, height: height, luma: PlaneLayout(stride: stride, step: 2)))
    let expected = (0..<60).flatMap { (row: Int) -> [Float] in (0..<81).map { (column: Int) -> Float in Float(row + column) + 0.5 } }
    #expect(cells.light == expected)
  }

  @Test func `a frame smaller than the grid has a cell for each pixel`() {
    let cells = FrameCells(of: .of(bytes: [1, 2, 3, 4, 5, 6], width: 3, height: 2, luma: PlaneLayout(stride: 3)))
    #expect(cells.light == [1, 2, 3, 4, 5, 6])
  }
}
