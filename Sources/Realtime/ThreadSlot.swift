import Synchronization

/// The one thread of an object. It is started once, and joined at its end.
public struct ThreadSlot: ~Copyable, Sendable {
  private let thread = Mutex<RealtimeThread?>(nil)

  /// Creates a slot without a thread.
  public init() {}

  /// Properties of the thread, from its start until it has ended. Nil without one.
  public var outcome: RealtimeThread.Outcome? { thread.withLock { $0?.outcome } }

  /// Starts the thread. Does nothing while there is one.
  /// - Parameter make: starts it; called with the slot's lock held.
  /// - Throws: the error of `make`.
  public func start<E: Error>(_ make: () throws(E) -> RealtimeThread) throws(E) {
    try thread.withLock { thread throws(E) in
      if thread == nil { thread = try make() }
    }
  }

  /// Ends the thread: waits until its body has returned. Other callers may read the outcome meanwhile.
  /// - Parameter request: makes the body return; called only if there is a thread.
  /// - Returns: false without a thread.
  @discardableResult public func end(_ request: () -> Void = {}) -> Bool {
    guard let running = thread.withLock({ $0 }) else { return false }
    request()
    running.join()
    thread.withLock { if $0 === running { $0 = nil } }
    return true
  }
}
