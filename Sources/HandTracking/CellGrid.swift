import CSampler
import Camera
import Foundation

/// A coarse copy of a part of one plane. It holds sums of 4 x 4 samples, in rows of groups of four sums.
/// The noise of such a sum counts a quarter, and a moving edge still shows. The part is upright, even when the square
/// around which it is read is turned.
struct CellGrid {
  /// Samples in a cell's side, and cells in a block's side. Changes are judged per block: a block holds most of a
  /// finger tip's edges.
  static let cell = 4
  static let block = 8
  /// Cells that are read at once, and groups in a block's width.
  private static let group = 4
  private static let groupsOfBlock = block / group

  /// The change of one block. It has the mean square of its cells' differences, the number of cells, and the mean
  /// sample before.
  struct Change {
    var energy: Float
    var cells: Int
    var level: Float
  }

  private let x, y: Int
  private let groups, rows: Int
  /// Sums of the cells, row by row.
  private let sums: [UInt16]
  /// Number of all blocks, and the blocks that touch the square.
  private let blockCount: Int
  private let used: [Block]

  /// A block's index, its number of cells and its mean sample.
  private struct Block {
    let index, cells: Int
    let level: Float
  }

  /// Reads the part of a plane that contains a turned square.
  /// Returns nil when that part cannot be read: it is too narrow, outside the frame, or its plane has an unknown
  /// layout.
  ///
  /// - Parameter square: in pixels of the frame as it lies in memory.
  init?(_ plane: Plane, width: Int, height: Int, around square: Region) {
    guard [1, 2, 4].contains(plane.step) else { return nil }
    let samples = (x: width >> plane.shiftX, y: height >> plane.shiftY)
    // Each read takes sixteen samples. When samples do not lie one by one, it goes up to three bytes beyond the last
    // sample.
    let readable = (x: samples.x, y: plane.step == 1 ? samples.y : samples.y - 1)
    let scale = SIMD2(1 / Float(1 << plane.shiftX), 1 / Float(1 << plane.shiftY))
    let box = square.box
    guard box.minX.isFinite, box.minY.isFinite, box.maxX.isFinite, box.maxY.isFinite else { return nil }
    func clamp(_ p: Float, _ most: Int) -> Int { Int(min(max(p, 0), Float(most))) }
    let (left, right) = (clamp(box.minX * scale.x, readable.x), clamp((box.maxX * scale.x).rounded(.up), readable.x))
    let (top, bottom) = (clamp(box.minY * scale.y, readable.y), clamp((box.maxY * scale.y).rounded(.up), readable.y))
    let wide = Self.cell * Self.group
    groups = min((right - left + wide - 1) / wide, readable.x / wide)
    rows = min((bottom - top + Self.cell - 1) / Self.cell, readable.y / Self.cell)
    guard groups > 0, rows > 0, right > left, bottom > top else { return nil }
    x = min(left, readable.x - groups * wide)
    y = min(top, readable.y - rows * Self.cell)

    let across = (groups + Self.groupsOfBlock - 1) / Self.groupsOfBlock
    let down = (rows + Self.block - 1) / Self.block
    let side = Float(Self.cell * Self.block)
    let (x, y) = (x, y)
    let axis = SIMD2(cos(square.rotation), sin(square.rotation))
    let isUsed = (0..<across * down).map { i in
      let middle = SIMD2(Float(x) + (Float(i % across) + 0.5) * side, Float(y) + (Float(i / across) + 0.5) * side) / scale
      return square.reaches(middle, within: 0.5 * length(SIMD2(repeating: side) / scale), axis: axis)
    }
    var part = Self.part(plane, x: x, y: y, groups: groups, rows: rows)
    var blocks = [Int32](repeating: 0, count: isUsed.count)
    let count = groups * Self.group * rows
    sums = [UInt16](unsafeUninitializedCapacity: count) { sums, written in
      gf_cell_sums(&part, sums.baseAddress!, &blocks)
      written = count
    }
    blockCount = blocks.count
    used = blocks.indices.filter { isUsed[$0] }.map { [part] i in
      let cells = Self.cells(of: i, in: part)
      return Block(index: i, cells: cells, level: Float(blocks[i]) / Float(cells) / Float(Self.cell * Self.cell))
    }
  }

  /// Returns the change of each used block since the grid was read. The plane must have the same layout as then.
  func changes(in plane: Plane) -> [Change] {
    var part = Self.part(plane, x: x, y: y, groups: groups, rows: rows)
    // The sum fits into 32 bits: at most 4080 squared a cell, and 64 cells a block.
    var energy = [Int32](repeating: 0, count: blockCount)
    gf_cell_changes(&part, sums, &energy)
    return used.map { Change(energy: Float(energy[$0.index]) / Float($0.cells), cells: $0.cells, level: $0.level) }
  }

  private static func part(_ plane: Plane, x: Int, y: Int, groups: Int, rows: Int) -> gf_cell_part {
    gf_cell_part(
      start: plane.start + (y * plane.stride + x * plane.step), stride: plane.stride, step: plane.step, groups: Int64(groups),
      rows: Int64(rows))
  }

  /// Returns the number of cells in a block. Blocks at the right and at the lower edge have fewer.
  private static func cells(of block: Int, in part: gf_cell_part) -> Int {
    let (groups, rows) = (Int(part.groups), Int(part.rows))
    let across = (groups + groupsOfBlock - 1) / groupsOfBlock
    let wide = min(groupsOfBlock, groups - block % across * groupsOfBlock) * group
    return wide * min(Self.block, rows - block / across * Self.block)
  }
}

extension Region {
  /// Whether a point lies within this distance of the square. `axis` holds cosine and sine of the square's rotation.
  func reaches(_ p: SIMD2<Float>, within: Float, axis: SIMD2<Float>) -> Bool {
    let d = p - centre
    return abs(d.x * axis.x + d.y * axis.y) <= side / 2 + within && abs(-d.x * axis.y + d.y * axis.x) <= side / 2 + within
  }

  /// Returns the square in the coordinates of the frame's memory. It is mirrored if the frame is.
  func inMemory(of frame: Frame) -> Region {
    frame.mirrored ? Region(centre: SIMD2(Float(frame.width - 1) - centre.x, centre.y), side: side, rotation: -rotation) : self
  }
}
