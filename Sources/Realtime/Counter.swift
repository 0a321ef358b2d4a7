import Synchronization

/// A number that one thread raises and any thread reads. Lock-free; the audio thread may use it.
public struct Counter: ~Copyable, Sendable {
  @usableFromInline let cell: Atomic<Int64>

  /// - Parameter value: what it begins with.
  public init(_ value: Int64 = 0) { cell = Atomic(value) }

  /// Adds to it. What was written before is not published by this: use `store` for that.
  @_noLocks @inlinable public borrowing func add(_ amount: Int64 = 1) { cell.wrappingAdd(amount, ordering: .relaxed) }

  /// Puts a number in; whoever loads it sees what was written before.
  @_noLocks @inlinable public borrowing func store(_ value: Int64) { cell.store(value, ordering: .releasing) }

  /// The number, and with it what was written before it was stored.
  @_noLocks @inlinable public borrowing func load() -> Int64 { cell.load(ordering: .acquiring) }
}
