import CRealtime

/// A number that one thread raises and any thread reads.
public struct Counter: ~Copyable, @unchecked Sendable {
  @usableFromInline let cell: UnsafeMutablePointer<gf_atomic_i64>
  public init(_ value: Int64 = 0) {
    cell = .allocate(capacity: 1)
    cell.initialize(to: gf_atomic_i64(v: value))
  }
  deinit { cell.deallocate() }
  @_noLocks @inlinable public borrowing func add(_ amount: Int64 = 1) { _ = gf_add(cell, amount) }
  @_noLocks @inlinable public borrowing func store(_ value: Int64) { gf_store_release(cell, value) }
  @_noLocks @inlinable public borrowing func load() -> Int64 { gf_load_acquire(cell) }
}
