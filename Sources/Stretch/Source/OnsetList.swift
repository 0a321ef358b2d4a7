import Synchronization

/// The onsets of a tape, in rising order.
/// One thread appends, the audio thread reads, and neither waits. The oldest are overwritten.
///
/// Unchecked: the slots are raw memory. The count is published with release and read with acquire, and a reader
/// stays half the list away from the slots that are written next.
public struct OnsetList: ~Copyable, @unchecked Sendable {
  private let slots: UnsafeMutablePointer<Onset>
  private let mask: Int
  // Order: released after the slot is written and acquired before slots are read, so onsets below the count are
  // complete. Only one thread appends: its own load is relaxed.
  private let count = Atomic<Int>(0)

  /// Creates an empty list.
  /// - Parameter capacity: a power of two. The last `capacity / 2` onsets can be read: at least the material's
  ///   length in frames by 1024 for a clip that stays, and 1024 for a tape of ten seconds.
  public init(capacity: Int = 2048) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a power of two")
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Onset(0), count: capacity)
    mask = capacity - 1
  }

  deinit { slots.deallocate() }

  /// Appends an onset after the last one. Only the filling thread may call.
  public borrowing func append(_ onset: Onset) {
    let at = count.load(ordering: .relaxed)
    slots[at & mask] = onset
    count.store(at + 1, ordering: .releasing)
  }

  /// Removes everything. Call it only while no thread reads.
  public borrowing func removeAll() { count.store(0, ordering: .releasing) }

  /// Writes at most `most` onsets after `frame`, in rising order.
  /// - Returns: number of onsets written.
  @_noLocks public borrowing func rtRead(after frame: Int64, _ list: UnsafeMutablePointer<Onset>, most: Int) -> Int {
    let end = count.load(ordering: .acquiring)
    var (low, high) = (max(0, end &- (mask &+ 1) / 2), end)
    while low < high {
      let middle = (low &+ high) / 2
      if slots[middle & mask].frame > frame { high = middle } else { low = middle &+ 1 }
    }
    var written = 0
    while low < end, written < most {
      list[written] = slots[low & mask]
      low &+= 1
      written &+= 1
    }
    return written
  }
}
