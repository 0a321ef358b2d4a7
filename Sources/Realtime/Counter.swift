import Synchronization

/// A number that any thread may change and read. Lock-free; the audio thread may use it.
public struct Counter: ~Copyable, Sendable {
  // Order: `add` and `store` release and `load` acquires. So a thread that loads a number sees all that was written
  // before it was stored. A flag or a count may therefore signal that data is ready.
  // A sum of several threads is one release sequence (C11 5.1.2.4), so this holds for each of them. Two counters are
  // ordered only by their reader: it must read first the one that was raised last.
  @usableFromInline let cell: Atomic<Int64>

  /// - Parameter value: the initial number.
  public init(_ value: Int64 = 0) { cell = Atomic(value) }

  /// Adds to the number. A thread that loads it sees what was written before.
  @_noLocks @inlinable public borrowing func add(_ amount: Int64 = 1) { cell.wrappingAdd(amount, ordering: .releasing) }

  /// Stores a number. A thread that loads it sees what was written before.
  @_noLocks @inlinable public borrowing func store(_ value: Int64) { cell.store(value, ordering: .releasing) }

  /// Returns the number. Data written before it was stored is then visible.
  @_noLocks @inlinable public borrowing func load() -> Int64 { cell.load(ordering: .acquiring) }
}
