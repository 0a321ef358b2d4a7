/// An address that several threads read.
///
/// Unchecked, because a pointer cannot express the rule: the thread that made the memory writes it before it passes the
/// value on. Nothing writes it again while any thread holds the value.
public struct SharedBytes: @unchecked Sendable {
  /// The first byte.
  public let start: UnsafePointer<UInt8>

  /// - Parameter start: memory that outlives this value. It is not written while it is in use.
  @inlinable public init(_ start: UnsafePointer<UInt8>) { self.start = start }
}

/// A piece of memory that its last frame returns to the pool.
package final class FrameMemory: Sendable {
  private let bytes: SharedBytes
  private let pool: FramePool

  fileprivate init(_ bytes: SharedBytes, pool: FramePool) {
    self.bytes = bytes
    self.pool = pool
  }

  deinit { pool.give(bytes) }

  /// The memory, for writing. The thread that fills it may use it before it makes a frame.
  package var start: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: bytes.start) }
}

/// A pool of memory for frames of one size. Any thread may take a piece or give it back; none waits.
package final class FramePool: Sendable {
  /// Bytes of a piece.
  let size: Int
  private let free = FreeList()
  /// Bytes beyond the end, so that readers may load whole vectors.
  private static let margin = 64

  package init(size: Int) { self.size = size }

  package func take() -> FrameMemory {
    FrameMemory(SharedBytes(free.take() ?? .allocate(capacity: size + Self.margin)), pool: self)
  }

  fileprivate func give(_ bytes: SharedBytes) { free.give(UnsafeMutablePointer(mutating: bytes.start)) }

  /// Returns a frame of planar YUV 4:2:0. Its three planes lie one after the other in `memory`.
  static func planar420(
    _ memory: FrameMemory, width: Int, height: Int, index: Int, time: Double, orientation: Frame.Orientation, decodeTime: Int64 = 0
  ) -> Frame {
    let half = (width + 1) / 2
    let u = UnsafePointer(memory.start + width * height)
    let v = u + half * ((height + 1) / 2)
    return Frame(
      index: index, time: time, width: width, height: height, luma: Plane(start: memory.start, stride: width),
      chroma: (Plane(start: u, stride: half, shiftX: 1, shiftY: 1), Plane(start: v, stride: half, shiftX: 1, shiftY: 1)), fullRange: false,
      orientation: orientation, decodeTime: decodeTime, memory: memory)
  }

  /// Bytes of a planar 4:2:0 frame.
  static func size420(_ width: Int, _ height: Int) -> Int { width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2) }
}
