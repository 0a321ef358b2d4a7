import CSampler
import TestSupport
import Testing

/// Tests of the sums of cells. The SIMD code sums four cells at a time and must equal a scalar sum.
@Suite struct CellSumsTests {
  /// A part of a random plane. The bytes around it belong to no sample.
  private struct Part {
    let bytes: [UInt8]
    let step, groups, rows, stride: Int

    init(step: Int, groups: Int, rows: Int, seed: UInt64) {
      var random = SplitMix(seed)
      self.step = step
      self.groups = groups
      self.rows = rows
      stride = 16 * groups * step + 5
      // Half of the bytes are 255, so that an overflow would show.
      bytes = (0..<stride * 4 * rows).map { _ in random.unit() < 0.5 ? 255 : UInt8(random.unit() * 255.9) }
    }

    func withPart<R>(_ body: (inout gf_cell_part) -> R) -> R {
      bytes.withUnsafeBufferPointer {
        var part = gf_cell_part(start: $0.baseAddress, stride: stride, step: step, groups: Int64(groups), rows: Int64(rows))
        return body(&part)
      }
    }

    var across: Int { (groups + 1) / 2 }
    var blocks: Int { across * ((rows + 7) / 8) }

    func sum(row: Int, cell: Int) -> Int {
      var sum = 0
      for y in 0..<4 { for x in 0..<4 { sum += Int(bytes[(4 * row + y) * stride + (4 * cell + x) * step]) } }
      return sum
    }

    /// Calls `body` with the row, column and block of each cell.
    func cells(_ body: (_ row: Int, _ cell: Int, _ block: Int) -> Void) {
      for row in 0..<rows { for cell in 0..<4 * groups { body(row, cell, row / 8 * across + cell / 8) } }
    }
  }

  /// Numbers of groups and rows: whole blocks, and narrower ones at the right and lower edge.
  private static let sizes = [(1, 1), (2, 8), (3, 9), (7, 17)]

  @Test(arguments: [1, 2, 4], sizes) func `they are the samples sums`(step: Int, size: (groups: Int, rows: Int)) {
    let part = Part(step: step, groups: size.groups, rows: size.rows, seed: 5)
    let count = 4 * size.groups * size.rows
    // One element more than there are cells and blocks. The code must not write to it.
    var sums = [UInt16](repeating: 7, count: count + 1)
    var levels = [Int32](repeating: 0, count: part.blocks + 1)
    part.withPart { gf_cell_sums(&$0, &sums, &levels) }
    var (expected, ofBlocks) = ([Int](), [Int](repeating: 0, count: part.blocks))
    part.cells { row, cell, block in
      expected.append(part.sum(row: row, cell: cell))
      ofBlocks[block] += expected.last!
    }
    #expect(sums.map(Int.init) == expected + [7])
    #expect(levels.map(Int.init) == ofBlocks + [0])
  }

  @Test(arguments: [1, 2, 4], sizes) func `changes are the squares of their differences`(step: Int, size: (groups: Int, rows: Int)) {
    let (before, now) = (
      Part(step: step, groups: size.groups, rows: size.rows, seed: 5), Part(step: step, groups: size.groups, rows: size.rows, seed: 6)
    )
    var sums = [UInt16](repeating: 0, count: 4 * size.groups * size.rows)
    var levels = [Int32](repeating: 0, count: before.blocks)
    before.withPart { gf_cell_sums(&$0, &sums, &levels) }
    var energies = [Int32](repeating: 0, count: before.blocks + 1)
    now.withPart { gf_cell_changes(&$0, sums, &energies) }
    var expected = [Int](repeating: 0, count: before.blocks)
    before.cells { row, cell, block in
      let change = now.sum(row: row, cell: cell) - before.sum(row: row, cell: cell)
      expected[block] += change * change
    }
    #expect(energies.map(Int.init) == expected + [0])
  }

  /// A whole block goes from black to white or back. This gives the largest possible values.
  @Test(arguments: [1, 2, 4]) func `the largest change fits`(step: Int) {
    let (black, white) = ([UInt8](repeating: 0, count: 32 * 32 * step), [UInt8](repeating: 255, count: 32 * 32 * step))
    for (from, to) in [(black, white), (white, black)] {
      var sums = [UInt16](repeating: 0, count: 64)
      var (level, energy): ([Int32], [Int32]) = ([0], [0])
      func part(_ bytes: UnsafePointer<UInt8>) -> gf_cell_part {
        gf_cell_part(start: bytes, stride: 32 * step, step: step, groups: 2, rows: 8)
      }
      from.withUnsafeBufferPointer {
        var part = part($0.baseAddress!)
        gf_cell_sums(&part, &sums, &level)
      }
      to.withUnsafeBufferPointer {
        var part = part($0.baseAddress!)
        gf_cell_changes(&part, sums, &energy)
      }
      #expect(energy == [Int32(64 * 4080 * 4080)])
    }
  }
}
