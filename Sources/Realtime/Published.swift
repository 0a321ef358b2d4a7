import Synchronization

/// A value that its owner publishes and any thread reads.
///
/// The lock is held for a copy or a small change, so readers never wait for the owner's work. The audio thread must not
/// use it.
public struct Published<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>

  /// - Parameter first: value before the first `store`.
  public init(_ first: Value) { value = Mutex(first) }

  /// A copy of the newest value.
  public var now: Value { value.withLock { $0 } }

  /// A copy of a part of the newest value. It is for readers of each frame and retains nothing else, so a later change
  /// copies no other part.
  /// - Parameter part: takes the part; must not wait or call other code.
  public func read<Part: Sendable>(_ part: (Value) -> Part) -> Part { value.withLock { part($0) } }

  /// Publishes another value.
  public func store(_ new: Value) { value.withLock { $0 = new } }

  /// Changes the value.
  /// - Parameter body: must not wait or call other code, because readers wait for it.
  /// - Returns: the result of `body`.
  public func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}
