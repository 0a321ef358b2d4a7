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
  /// One number a block: it shows something of what the grid was made for.
  private let isUsed: [Bool]
  private var sums: [SIMD4<UInt16>]

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
    isUsed = (0..<across * down).map { i in
      let middle = SIMD2(Float(x) + (Float(i % across) + 0.5) * side, Float(y) + (Float(i / across) + 0.5) * side) / scale
      return square.reaches(middle, within: 0.5 * length(SIMD2(repeating: side) / scale))
    }
    sums = []
    var all: [SIMD4<UInt16>] = []
    all.reserveCapacity(groups * rows)
    read(plane) { all.append($0) }
    sums = all
  }

  /// What has changed since the grid was read, a number a block that is used. The plane is laid out as it was then.
  func changes(in plane: Plane) -> [Change] {
    let across = (groups + Self.groupsOfBlock - 1) / Self.groupsOfBlock
    var energy = [SIMD4<Int32>](repeating: .zero, count: isUsed.count)
    var level = energy
    var at = 0
    var column = 0
    var row = 0
    energy.withUnsafeMutableBufferPointer { energy in
      level.withUnsafeMutableBufferPointer { level in
        sums.withUnsafeBufferPointer { sums in
          read(plane) { now in
            let block = (row / Self.block) &* across &+ column / Self.groupsOfBlock
            let before = SIMD4<Int32>(truncatingIfNeeded: sums[at])
            let step = SIMD4<Int32>(truncatingIfNeeded: now) &- before
            // At most 4080 a cell and 16 cells a lane: it fits.
            energy[block] = energy[block] &+ step &* step
            level[block] = level[block] &+ before
            at &+= 1
            column &+= 1
            if column == groups {
              column = 0
              row &+= 1
            }
          }
        }
      }
    }
    return isUsed.indices.filter { isUsed[$0] }.map { i in
      let wide = min(Self.groupsOfBlock, groups - i % across * Self.groupsOfBlock) * Self.group
      let high = min(Self.block, rows - i / across * Self.block)
      let count = Float(wide * high)
      return Change(
        energy: Float(energy[i].wrappedSum()) / count, cells: wide * high,
        level: Float(level[i].wrappedSum()) / count / Float(Self.cell * Self.cell))
    }
  }

  /// Gives the sums of four cells after four, row by row.
  @inline(__always) private func read(_ plane: Plane, _ body: (SIMD4<UInt16>) -> Void) {
    switch plane.step {
    case 1: read(plane, load: { UnsafeRawPointer($0).loadUnaligned(as: SIMD16<UInt8>.self) }, body)
    case 2: read(plane, load: { UnsafeRawPointer($0).loadUnaligned(as: SIMD32<UInt8>.self).evenHalf }, body)
    default: read(plane, load: { UnsafeRawPointer($0).loadUnaligned(as: SIMD64<UInt8>.self).evenHalf.evenHalf }, body)
    }
  }

  @inline(__always) private func read(_ plane: Plane, load: (UnsafePointer<UInt8>) -> SIMD16<UInt8>, _ body: (SIMD4<UInt16>) -> Void) {
    for row in 0..<rows {
      let line = plane.start + ((y + row * Self.cell) * plane.stride + x * plane.step)
      for group in 0..<groups {
        let p = line + group * Self.cell * Self.group * plane.step
        let upper = SIMD16<UInt16>(truncatingIfNeeded: load(p)) &+ SIMD16<UInt16>(truncatingIfNeeded: load(p + plane.stride))
        let lower =
          SIMD16<UInt16>(truncatingIfNeeded: load(p + 2 * plane.stride)) &+ SIMD16<UInt16>(truncatingIfNeeded: load(p + 3 * plane.stride))
        let columns = upper &+ lower
        let pairs = columns.evenHalf &+ columns.oddHalf
        body(pairs.evenHalf &+ pairs.oddHalf)
      }
    }
  }
}

extension Region {
  /// Whether a point is in the square or nearer to it than this.
  func reaches(_ p: SIMD2<Float>, within: Float) -> Bool {
    let d = p - centre
    let (c, s) = (cos(rotation), sin(rotation))
    return abs(d.x * c + d.y * s) <= side / 2 + within && abs(-d.x * s + d.y * c) <= side / 2 + within
  }

  /// The square as it lies in the memory of a frame: mirrored, if that is.
  func inMemory(of frame: Frame) -> Region {
    frame.mirrored ? Region(centre: SIMD2(Float(frame.width - 1) - centre.x, centre.y), side: side, rotation: -rotation) : self
  }
}
