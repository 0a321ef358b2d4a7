/// The three planes of a frame that is being drawn. Their rows have no padding.
/// The colours have half as many columns and rows.
struct Planes {
  let y, u, v: UnsafeMutablePointer<UInt8>
  /// Pixels in a row.
  let width: Int
}

/// A rectangle of the frame, in tiles of 8x8 pixels.
struct TileArea: Equatable {
  let x, y: ClosedRange<Int>

  /// Whether a pixel of one is in the other or beside it. The blur of a hand reads the pixels beside its tiles.
  func touches(_ other: Self) -> Bool {
    x.lowerBound <= other.x.upperBound + 1 && other.x.lowerBound <= x.upperBound + 1 && y.lowerBound <= other.y.upperBound + 1
      && other.y.lowerBound <= y.upperBound + 1
  }
}

/// A hand as it was drawn on the backdrop, without noise.
/// A hand that does not move is copied from it: that costs far less than drawing and gives the same bits.
struct DrawnHand {
  /// The hand that was drawn.
  let hand: PosedHand
  private let area: TileArea
  private let y, u, v: [UInt8]

  /// Copies a hand out of the frame in which it was drawn.
  init(_ hand: PosedHand, _ area: TileArea, in planes: Planes) {
    self.hand = hand
    self.area = area
    func copied(_ plane: UnsafeMutablePointer<UInt8>, _ width: Int, tile: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(area.x.count * area.y.count * tile * tile)
      for row in 0..<area.y.count * tile {
        let at = (area.y.lowerBound * tile + row) * width + area.x.lowerBound * tile
        bytes += UnsafeBufferPointer(start: plane + at, count: area.x.count * tile)
      }
      return bytes
    }
    y = copied(planes.y, planes.width, tile: 8)
    u = copied(planes.u, planes.width / 2, tile: 4)
    v = copied(planes.v, planes.width / 2, tile: 4)
  }

  /// Copies the hand into a frame whose backdrop is the same.
  func copy(to planes: Planes) {
    func put(_ bytes: [UInt8], _ plane: UnsafeMutablePointer<UInt8>, _ width: Int, tile: Int) {
      let count = area.x.count * tile
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        for row in 0..<area.y.count * tile {
          let at = (area.y.lowerBound * tile + row) * width + area.x.lowerBound * tile
          (plane + at).update(from: start + row * count, count: count)
        }
      }
    }
    put(y, planes.y, planes.width, tile: 8)
    put(u, planes.u, planes.width / 2, tile: 4)
    put(v, planes.v, planes.width / 2, tile: 4)
  }
}
