import Dispatch
import Synchronization

/// Holds the newest value for waiting consumers. A value that was not taken in time is replaced and counted.
///
/// It is for the threads around the models (frames to the tracker, frames to the palm search), which may wait. The
/// audio thread must not use it.
/// It measures time with a clock that never jumps: without a battery, the box's calendar jumps by years when the box
/// finds the network.
public final class Mailbox<Value: Sendable>: Sendable {
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  private struct State {
    var value: Value?
    var isClosed = false
    var replaced = 0
    /// Consumers that wait and have not been signalled yet.
    var waiting = 0
  }

  private enum Content {
    case found(Value)
    case closed
    case nothing
  }

  /// Creates an empty, open mailbox.
  public init() {}

  /// Number of values that were replaced before they were taken.
  public var dropped: Int { state.withLock { $0.replaced } }

  /// Whether `close` was called.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Puts a value in, replacing one that was not taken.
  public func put(_ new: Value) {
    let wakes = state.withLock { state in
      if state.value != nil { state.replaced += 1 }
      state.value = new
      guard state.waiting > 0 else { return false }
      state.waiting -= 1
      return true
    }
    if wakes { arrival.signal() }
  }

  /// Waits for a value. Returns nil once the mailbox is closed, or when `seconds` have passed.
  public func take(timeout seconds: Double? = nil) -> Value? {
    let limit = seconds.map { DispatchTime.now() + max($0, 0) } ?? .distantFuture
    while true {
      switch look(announcing: true) {
      case .found(let value): return value
      case .closed: return nil
      case .nothing: break
      }
      guard arrival.wait(timeout: limit) == .timedOut else { continue }
      // The wait has timed out. A signal sent in the meantime is for this consumer, so take it as well.
      let wasSignalled = state.withLock { state in
        if state.waiting > 0 {
          state.waiting -= 1
          return false
        }
        return true
      }
      if wasSignalled { arrival.wait() }
      if case .found(let value) = look(announcing: false) { return value }
      return nil
    }
  }

  /// Returns the present value, if any.
  public func takeIfThere() -> Value? {
    state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }

  /// Closes the mailbox. Waiting and later consumers get nil.
  public func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<sleepers { arrival.signal() }
  }

  /// - Parameter announcing: count this consumer as waiting if the mailbox is empty.
  private func look(announcing: Bool) -> Content {
    state.withLock { state in
      if state.isClosed { return .closed }
      if let value = state.value {
        state.value = nil
        return .found(value)
      }
      if announcing { state.waiting += 1 }
      return .nothing
    }
  }
}
