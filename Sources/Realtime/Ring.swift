import CRealtime

/// A lock-free ring for one producer thread and one consumer thread, of values without references.
///
/// Capacity is a power of two; memory is allocated and touched when the ring is made. `push` answers `false` when it is full, `pop` answers
/// `nil` when it is empty; neither waits.
/// Unchecked: the slots are raw memory; the counts are published with release and read with acquire, so that each slot has one owner at any time.
public struct Ring<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int64
  /// `[0]` is what was pushed so far, `[8]` what was popped: a cache line apart.
  // Order: `[0]` is released behind the slot's writing and acquired before its reading, so that a value is whole when it is seen; `[8]` is released behind the reading and acquired before the slot is
  // written again, so that nothing is overwritten while it is read. Each side knows its own count: relaxed.
  @usableFromInline let counts: UnsafeMutablePointer<gf_atomic_i64>

  /// - Parameters:
  ///   - capacity: rounded up to a power of two.
  ///   - fill: what the slots hold until the first push.
  public init(capacity: Int, fill: Element) {
    var size = 1
    while size < capacity { size *= 2 }
    slots = .allocate(capacity: size)
    slots.initialize(repeating: fill, count: size)
    mask = Int64(size - 1)
    counts = .allocate(capacity: 16)
    counts.initialize(repeating: gf_atomic_i64(v: 0), count: 16)
  }

  deinit {
    slots.deallocate()
    counts.deallocate()
  }

  /// Puts a value in, the producer's thread only; false if the ring is full.
  @inlinable public borrowing func push(_ element: Element) -> Bool {
    let head = gf_load_relaxed(counts)
    if head &- gf_load_acquire(counts + 8) > mask { return false }
    slots[Int(head & mask)] = element
    gf_store_release(counts, head &+ 1)
    return true
  }

  /// Takes the oldest value, the consumer's thread only; nil if the ring is empty.
  @inlinable public borrowing func pop() -> Element? {
    let tail = gf_load_relaxed(counts + 8)
    if tail == gf_load_acquire(counts) { return nil }
    let element = slots[Int(tail & mask)]
    gf_store_release(counts + 8, tail &+ 1)
    return element
  }
}
