import CSampler
import Camera
import Foundation

/// Sums of 4 x 4 samples of a part of one plane, side by side in rows of groups of four: a picture's coarse print, in which noise counts a quarter and a moving edge
/// still shows. The part is upright, whatever is turned in it.
struct CellGrid {
  /// Samples of a cell's side, and cells of a block's side: changes are judged by blocks, which hold most of a finger tip's edges.
  static let cell = 4
  static let block = 8
  /// Cells that are read at once, and groups that make a block's width.
  private static let group = 4
  private static let groupsOfBlock = block / group

  /// What has changed in one block: the mean square of its cells' differences, how many they are, and the mean sample before.
  struct Change {
    var energy: Float
    var cells: Int
    var level: Float
  }

  private let x, y: Int
  private let groups, rows: Int
  /// Of the cells, row by row.
  private let sums: [UInt16]
  /// All blocks, and those that show something of what the grid was made for.
  private let blockCount: Int
  private let used: [Block]

  /// A block's place among all, how many cells it has, and its mean sample.
  private struct Block {
    let index, cells: Int
    let level: Float
  }

  /// Reads the part of a plane in which a turned square lies; nil where nothing can be read: it is too narrow, beyond the edge, or laid out in a strange way.
  ///
  /// - Parameter square: in pixels of the picture as it lies in memory.
  init?(_ plane: Plane, width: Int, height: Int, around square: Region) {
    guard [1, 2, 4].contains(plane.step) else { return nil }
    let samples = (x: width >> plane.shiftX, y: height >> plane.shiftY)
    // Sixteen samples are read at once; where they do not lie one by one, that goes beyond the last one by up to three bytes.
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

  /// What has changed since the grid was read, a number a block that is used. The plane is laid out as it was then.
  func changes(in plane: Plane) -> [Change] {
    var part = Self.part(plane, x: x, y: y, groups: groups, rows: rows)
    // At most 4080 squared a cell and 64 cells: it fits.
    var energy = [Int32](repeating: 0, count: blockCount)
    gf_cell_changes(&part, sums, &energy)
    return used.map { Change(energy: Float(energy[$0.index]) / Float($0.cells), cells: $0.cells, level: $0.level) }
  }

  private static func part(_ plane: Plane, x: Int, y: Int, groups: Int, rows: Int) -> gf_cell_part {
    gf_cell_part(
      start: plane.start + (y * plane.stride + x * plane.step), stride: plane.stride, step: plane.step, groups: Int64(groups),
      rows: Int64(rows))
  }

  /// How many cells a block has: fewer at the right and at the lower edge.
  private static func cells(of block: Int, in part: gf_cell_part) -> Int {
    let (groups, rows) = (Int(part.groups), Int(part.rows))
    let across = (groups + groupsOfBlock - 1) / groupsOfBlock
    let wide = min(groupsOfBlock, groups - block % across * groupsOfBlock) * group
    return wide * min(Self.block, rows - block / across * Self.block)
  }
}

extension Region {
  /// Whether a point is in the square or nearer to it than this. axis: the cosine and the sine of its rotation.
  func reaches(_ p: SIMD2<Float>, within: Float, axis: SIMD2<Float>) -> Bool {
    let d = p - centre
    return abs(d.x * axis.x + d.y * axis.y) <= side / 2 + within && abs(-d.x * axis.y + d.y * axis.x) <= side / 2 + within
  }

  /// The square as it lies in the memory of a frame: mirrored, if that is.
  func inMemory(of frame: Frame) -> Region {
    frame.mirrored ? Region(centre: SIMD2(Float(frame.width - 1) - centre.x, centre.y), side: side, rotation: -rotation) : self
  }
}
