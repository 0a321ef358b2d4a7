import Synchronization

/// A number that threads raise or set and any thread reads. Lock-free; the audio thread may use it.
public struct Counter: ~Copyable, Sendable {
  // Order: `add` and `store` release and `load` acquires, so whoever sees a number sees all that was written before it was reached, and a flag or a count may be the word
  // that something is ready. A sum of several threads is one release sequence (C11 5.1.2.4), so that holds for each of them. Two counters have no order between
  // them but what their reader makes: the one that was raised last is read first.
  @usableFromInline let cell: Atomic<Int64>

  /// - Parameter value: what it begins with.
  public init(_ value: Int64 = 0) { cell = Atomic(value) }

  /// Adds to it; whoever loads it sees what was written before.
  @_noLocks @inlinable public borrowing func add(_ amount: Int64 = 1) { cell.wrappingAdd(amount, ordering: .releasing) }

  /// Puts a number in; whoever loads it sees what was written before.
  @_noLocks @inlinable public borrowing func store(_ value: Int64) { cell.store(value, ordering: .releasing) }

  /// The number, and with it what was written before it was stored.
  @_noLocks @inlinable public borrowing func load() -> Int64 { cell.load(ordering: .acquiring) }
}
