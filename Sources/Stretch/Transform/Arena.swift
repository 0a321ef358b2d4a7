/// A block of zeroed memory that starts on a cache line.
/// It is cut into arrays while its owner is made, and freed as a whole with it.
package struct Arena: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let size: Int
  private var used = 0

  package init(bytes: Int) {
    size = bytes
    base = .allocate(byteCount: bytes, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  deinit { base.deallocate() }

  /// Returns an array of zeros that starts on a cache line.
  /// 64 bytes behind it are free. It lives as long as the arena.
  mutating func array<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
    let bytes = (count * MemoryLayout<T>.stride + 127) / 64 * 64
    precondition(used + bytes <= size, "the arena is too small")
    defer { used += bytes }
    return (base + used).bindMemory(to: type, capacity: count)
  }

  mutating func floats(_ count: Int) -> UnsafeMutablePointer<Float> { array(Float.self, count) }

  /// Returns a pair of arrays of `count` floats.
  package mutating func planes(_ count: Int) -> Planes { Planes(re: floats(count), im: floats(count)) }
}
