import CRealtime

/// A box that holds the newest value only: one thread stores, one other thread loads, neither ever waits.
///
/// Three slots: the writer's, the reader's and the one between them, which is exchanged atomically.
/// Unchecked: the slots are raw memory; each has one owner at any time, and ownership changes with acquire and release.
public struct LatestValue<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let slots: UnsafeMutablePointer<Value>
  /// `[0]` slot between the two, with bit 2 set while it is fresh; `[8]` the writer's; `[16]` the reader's.
  // Order: a slot changes hands by an exchange of `[0]`, which releases what was done with the slot that is given away and acquires what the other one did with the slot that is got: the reader
  // sees the whole value, and the writer writes over nothing that is still read. The look whether it is fresh is relaxed, for the exchange follows. `[8]` and `[16]` are one thread's own.
  @usableFromInline let owners: UnsafeMutablePointer<gf_atomic_i64>

  /// - Parameter value: what is loaded before the first store.
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

  /// Puts a value in; the writer's thread only.
  @inlinable public borrowing func store(_ value: Value) {
    let mine = gf_load_relaxed(owners + 8)
    slots[Int(mine)] = value
    gf_store_relaxed(owners + 8, gf_exchange(owners, mine | 4) & 3)
  }

  /// The newest value if it has not been loaded yet; the reader's thread only.
  @inlinable public borrowing func loadIfFresh() -> Value? {
    gf_load_relaxed(owners) & 4 != 0 ? load() : nil
  }

  /// The newest value; the reader's thread only.
  @inlinable public borrowing func load() -> Value {
    if gf_load_relaxed(owners) & 4 != 0 {
      gf_store_relaxed(owners + 16, gf_exchange(owners, gf_load_relaxed(owners + 16)) & 3)
    }
    return slots[Int(gf_load_relaxed(owners + 16))]
  }
}
