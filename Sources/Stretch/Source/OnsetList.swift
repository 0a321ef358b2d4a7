import Synchronization

/// Onsets of a tape, in rising order: one thread appends, the audio thread reads, and nobody waits. The oldest are overwritten.
///
/// Unchecked: the slots are raw memory; the count is published with release and read with acquire, and a reader stays half the list away from the slots that are next written.
public struct OnsetList: ~Copyable, @unchecked Sendable {
  private let slots: UnsafeMutablePointer<Onset>
  private let mask: Int
  // Order: released behind the slot's writing and acquired before slots are read, so that onsets below the count are whole. One thread alone appends: its own look is relaxed.
  private let count = Atomic<Int>(0)

  /// - Parameter capacity: a power of two. Of the onsets, the last `capacity / 2` can be read: at least the material's length in frames by 1024 for a clip that stays,
  ///   and 1024 for a tape of ten seconds.
  public init(capacity: Int = 2048) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a power of two")
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: Onset(0), count: capacity)
    mask = capacity - 1
  }

  deinit { slots.deallocate() }

  /// Appends an onset behind the last one; the filling thread only.
  public borrowing func append(_ onset: Onset) {
    let at = count.load(ordering: .relaxed)
    slots[at & mask] = onset
    count.store(at + 1, ordering: .releasing)
  }

  /// Forgets everything; only while nobody reads.
  public borrowing func removeAll() { count.store(0, ordering: .releasing) }

  /// Writes the onsets behind `frame`, in rising order, `most` of them at most. Answers how many.
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
