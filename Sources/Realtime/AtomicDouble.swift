import Synchronization

/// A number that any thread may store and load. Nil until the first store.
///
/// It has no lock. It orders nothing: a thread that loads the number may not yet see other data that was stored
/// before it.
public struct AtomicDouble: ~Copyable, Sendable {
  // Order: relaxed: a figure that orders nothing. NaN stands for nil.
  private let bits: Atomic<UInt64>

  /// - Parameter value: the first number.
  public init(_ value: Double? = nil) { bits = Atomic((value ?? .nan).bitPattern) }

  /// Stores a number. NaN counts as nil.
  public borrowing func store(_ value: Double) { bits.store(value.bitPattern, ordering: .relaxed) }

  /// Returns the number; nil without one.
  public borrowing func load() -> Double? {
    let value = Double(bitPattern: bits.load(ordering: .relaxed))
    return value.isNaN ? nil : value
  }
}
