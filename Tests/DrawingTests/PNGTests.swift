import Drawing
import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Tests of PNG images and their captions, in memory and in files.
@Suite struct PNGTests {
  /// Returns width and height from a PNG's header.
  private func size(_ data: Data) -> [UInt32] {
    [16, 20].map { at in data[(data.startIndex + at)..<(data.startIndex + at + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
  }

  @Test func `memory and file hold the same image`() throws {
    var canvas = Canvas(width: 40, height: 30)
    canvas.line(SIMD2(0, 0), SIMD2(39, 29), .truth)
    let data = try #require(canvas.png())
    #expect(data.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && size(data) == [40, 30])
    try Places.withFolder { folder in
      let path = folder.appendingPathComponent("p.png").path
      try canvas.writePNG(path)
      let file = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(size(file) == [40, 30])
    }
  }

  @Test func `a folder that is not there is named`() {
    let error = #expect(throws: FileError.self) { try Canvas(width: 2, height: 2).writePNG("/nowhere/p.png") }
    #expect(error?.path == "/nowhere/p.png")
  }

  @Test func `captions are ink and unknown letters are gaps`() {
    let empty = Canvas(width: 60, height: 12)
    var canvas = empty
    canvas.write("\u{1F3B5} \u{E9}", x: 0, y: 0)
    #expect(canvas.pixels == empty.pixels)
    canvas.write("a1", x: 0, y: 0, dot: 1)
    var capital = empty
    capital.write("A1", x: 0, y: 0, dot: 1)
    #expect(canvas.pixels == capital.pixels && canvas.pixels != empty.pixels)
  }

  @Test func `a line to nowhere is not drawn for ever`() {
    let empty = Canvas(width: 8, height: 8)
    var canvas = empty
    canvas.line(SIMD2(0, 0), SIMD2(1e6, 1e6), .text)
    #expect(canvas.pixels == empty.pixels)
  }
}
