import CRealtime

/// A container of the newest value only. One thread stores, another thread loads; neither ever waits.
///
/// It has three slots: the writer's, the reader's and one between them, which is exchanged atomically.
/// Unchecked: the slots are raw memory. Each slot has one owner at any time, and ownership passes with acquire and
/// release.
public struct LatestValue<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// `[0]` is the middle slot, `[8]` the writer's, `[16]` the reader's. Bit 2 of `[0]` is set while the middle slot's
  /// value was not loaded.
  // Order: a slot passes to the other thread by an exchange of `[0]`. The exchange releases the work on the slot given
  // away, and acquires the other thread's work on the slot received.
  // So the reader sees the whole value, and the writer never overwrites a slot that is being read. The check for a
  // fresh value is relaxed, because the exchange follows. `[8]` and `[16]` belong to one thread each.
  @usableFromInline let owners: UnsafeMutablePointer<gf_atomic_i64>

  /// - Parameter value: the value to load before the first store.
  public init(_ value: Value) {
    slots = .allocate(capacity: 3)
    slots.initialize(repeating: value, count: 3)
    owners = .allocate(capacity: 24)
    owners.initialize(repeating: gf_atomic_i64(v: 0), count: 24)
    gf_store_relaxed(owners + 8, 1)
    gf_store_relaxed(owners + 16, 2)
  }

  deinit {
    slots.deallocate()
    owners.deallocate()
  }

  /// Stores a value. Only the writer's thread may call.
  @inlinable public borrowing func store(_ value: Value) {
    let mine = gf_load_relaxed(owners + 8)
    slots[Int(mine)] = value
    gf_store_relaxed(owners + 8, gf_exchange(owners, mine | 4) & 3)
  }

  /// Returns the newest value if it was not loaded yet. Only the reader's thread may call.
  @inlinable public borrowing func loadIfFresh() -> Value? {
    gf_load_relaxed(owners) & 4 != 0 ? load() : nil
  }

  /// Returns the newest value. Only the reader's thread may call.
  @inlinable public borrowing func load() -> Value {
    if gf_load_relaxed(owners) & 4 != 0 {
      gf_store_relaxed(owners + 16, gf_exchange(owners, gf_load_relaxed(owners + 16)) & 3)
    }
    return slots[Int(gf_load_relaxed(owners + 16))]
  }
}
