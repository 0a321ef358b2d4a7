import GfctlTool
import Testing

@Suite struct BrailleTests {
  @Test func `a line that leaves the drawing is drawn to its edge`() {
    var drawing = Braille(columns: 2, rows: 1)
    drawing.line(SIMD2(0, 0), SIMD2(60, 0))
    #expect(drawing.row(0) == "\u{2809}\u{2809}")
  }

  /// A box reports a hand's points over a network. No value may end the drawing.
  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e30])
  func `a line to nowhere is not drawn`(end: Double) {
    var drawing = Braille(columns: 2, rows: 1)
    drawing.line(SIMD2(0, 0), SIMD2(0, end))
    drawing.line(SIMD2(end, 0), SIMD2(0, 0))
    drawing.line(SIMD2(end, end), SIMD2(end, end))
    #expect(drawing.row(0) == "\u{2800}\u{2800}")
  }

  @Test func `a skeleton needs all its landmarks`() {
    var drawing = Braille(columns: 2, rows: 1)
    for count in [0, 1, 41, 43] { drawing.skeleton([Double](repeating: 0, count: count)) }
    #expect(drawing.row(0) == "\u{2800}\u{2800}")
    drawing.skeleton([Double](repeating: 1, count: 42))
    #expect(drawing.row(0) == "\u{2800}\u{2880}", "all in the corner at the lower right")
  }
}
