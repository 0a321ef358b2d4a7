import Dispatch
import Synchronization

/// Holds the newest of a kind of object for waiting consumers; what was not fetched in time is replaced and counted.
///
/// For the threads around the models (frames to the tracker, frames to the palm search), which may wait; never for the audio thread. Time is measured by
/// a clock that never jumps: a box without a battery sets its calendar by years when it finds the network.
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

  private enum Look {
    case found(Value)
    case closed
    case nothing
  }

  /// Empty and open.
  public init() {}

  /// How many values were replaced before anybody fetched them.
  public var dropped: Int { state.withLock { $0.replaced } }

  /// True once `close` was called.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Puts a value in; one that still lies there is replaced.
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

  /// Waits for a value; nil once the mailbox is closed, or when `seconds` have passed.
  public func take(timeout seconds: Double? = nil) -> Value? {
    let limit = seconds.map { DispatchTime.now() + max($0, 0) } ?? .distantFuture
    while true {
      switch look(announcing: true) {
      case .found(let value): return value
      case .closed: return nil
      case .nothing: break
      }
      guard arrival.wait(timeout: limit) == .timedOut else { continue }
      // Nobody came for this one any more; a signal that was sent in the meantime is its own and is taken along.
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

  /// The value that lies there now, if any.
  public func takeIfThere() -> Value? {
    state.withLock { state in
      defer { state.value = nil }
      return state.value
    }
  }

  /// Ends it: whoever waits gets nil, now and from then on.
  public func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<sleepers { arrival.signal() }
  }

  /// - Parameter announcing: count this consumer among the waiting when there is nothing.
  private func look(announcing: Bool) -> Look {
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
