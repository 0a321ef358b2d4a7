/// Brightness of a frame in a grid of square cells. A row has 80 cells or a few more.
///
/// The mean of a cell has far less noise than a pixel, and an LED that is a few pixels wide still changes it.
package struct FrameCells: Sendable {
  /// Cells in a row of a frame. The frame's width is a multiple of it.
  private static let columns = 80
  /// Mean brightness of each cell, 0...255. The cells go row by row from the top left. Pixels beyond the last whole
  /// cell are left out.
  package let light: [Float]

  /// Measures every pixel once.
  package init(of frame: Frame) {
    let luma = frame.luma
    let side = max(1, frame.width / Self.columns)
    var light: [Float] = []
    for row in 0..<frame.height / side {
      for column in 0..<frame.width / side {
        var sum = 0
        for y in row * side..<(row + 1) * side {
          let start = luma.start + (y >> luma.shiftY) * luma.stride + column * side * luma.step
          for x in 0..<side { sum += Int(start[x * luma.step]) }
        }
        light.append(Float(sum) / Float(side * side))
      }
    }
    self.light = light
  }
}
