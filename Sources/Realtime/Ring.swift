import CRealtime

/// A lock-free ring of values without references. One thread produces, one thread consumes.
///
/// The capacity is a power of two. Memory is allocated and touched when the ring is made. `push` returns `false` when
/// it is full, `pop` returns `nil` when it is empty; neither waits.
public struct Ring<Element: BitwiseCopyable>: ~Copyable, Sendable {
  /// The producer's side of a ring. A lock that holds it gives several producers their turns. It is valid as long as
  /// the ring.
  ///
  /// Unchecked: the slots are raw memory. The counts are published with release and read with acquire, so that each
  /// slot has one owner at any time.
  public struct Writer: @unchecked Sendable {
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    @usableFromInline let mask: Int64
    /// `[0]` is the number of pushes so far, `[8]` that of pops. They are a cache line apart.
    // Order: `[0]` is released after a slot is written and acquired before it is read, so that a visible value is
    // complete. `[8]` is released after the read and acquired before the slot is written again, so that a slot is not
    // overwritten while it is read.
    // Each side knows its own count: relaxed.
    @usableFromInline let counts: UnsafeMutablePointer<gf_atomic_i64>

    fileprivate init(size: Int, fill: Element) {
      slots = .allocate(capacity: size)
      slots.initialize(repeating: fill, count: size)
      mask = Int64(size - 1)
      counts = .allocate(capacity: 16)
      counts.initialize(repeating: gf_atomic_i64(v: 0), count: 16)
    }

    /// Adds a value; false if the ring is full. Only one thread at a time may call.
    @inlinable public func push(_ element: Element) -> Bool {
      let head = gf_load_relaxed(counts)
      if head &- gf_load_acquire(counts + 8) > mask { return false }
      slots[Int(head & mask)] = element
      gf_store_release(counts, head &+ 1)
      return true
    }
  }

  /// The producer's side.
  public let writer: Writer

  /// - Parameters:
  ///   - capacity: rounded up to a power of two.
  ///   - fill: content of the slots until the first push.
  public init(capacity: Int, fill: Element) {
    var size = 1
    while size < capacity { size *= 2 }
    writer = Writer(size: size, fill: fill)
  }

  deinit {
    writer.slots.deallocate()
    writer.counts.deallocate()
  }

  /// Adds a value; false if the ring is full. Only the producer's thread may call.
  @inlinable public borrowing func push(_ element: Element) -> Bool { writer.push(element) }

  /// Removes the oldest value; nil if the ring is empty. Only the consumer's thread may call.
  @inlinable public borrowing func pop() -> Element? {
    let tail = gf_load_relaxed(writer.counts + 8)
    if tail == gf_load_acquire(writer.counts) { return nil }
    let element = writer.slots[Int(tail & writer.mask)]
    gf_store_release(writer.counts + 8, tail &+ 1)
    return element
  }
}
