import Hands

/// A drawing in braille characters: two by four dots each.
package struct Braille {
  /// Dot numbers of Unicode's braille patterns (U+2800), by column and row.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  /// Creates an empty drawing of a number of characters.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [UInt8](repeating: 0, count: columns * rows)
  }

  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  mutating func dot(_ x: Int, _ y: Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    cells[y / 4 * columns + x / 2] |= Self.bits[x % 2][y % 4]
  }

  /// Draws a line between two points, clipped at the edges. The points are in dots. It draws nothing if a coordinate
  /// is NaN or a million dots away or more. A line longer than 4000 dots has gaps.
  package mutating func line(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    guard [a, b].allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else { return }
    let d = b - a
    let steps = min(Int(max(abs(d.x), abs(d.y)).rounded(.up)), 4000)
    guard steps > 0 else { return dot(Int(a.x), Int(a.y)) }
    for i in 0...steps {
      let p = a + d * (Double(i) / Double(steps))
      dot(Int(p.x), Int(p.y))
    }
  }

  /// Draws the bones of a hand. It draws nothing unless there are 21 landmarks.
  /// - Parameter points: the landmarks, x and y in turn, as shares of the drawing's width and height.
  package mutating func skeleton(_ points: [Double]) {
    guard points.count == Joint.allCases.count * 2 else { return }
    let far = SIMD2(Double(width - 1), Double(height - 1))
    func point(_ joint: Joint) -> SIMD2<Double> { SIMD2(points[joint.rawValue * 2], points[joint.rawValue * 2 + 1]) * far }
    for (a, b) in Skeleton.bones { line(point(a), point(b)) }
  }

  /// Returns one row of characters, counted from the top.
  package func row(_ index: Int) -> String {
    String(String.UnicodeScalarView(cells[index * columns..<(index + 1) * columns].map { Unicode.Scalar(0x2800 + UInt32($0))! }))
  }
}
