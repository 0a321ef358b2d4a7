import Dispatch
import Synchronization

/// A value that one thread sets once, and another waits for.
package final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  /// Sets the value. Only the first call counts.
  package func set(_ new: Value) {
    let isFirst = value.withLock { value in
      defer { value = value ?? new }
      return value == nil
    }
    if isFirst { arrival.signal() }
  }

  /// The value if it is there.
  package var now: Value? { value.withLock { $0 } }

  /// Waits for the value. Only one thread may wait, once.
  package func wait() -> Value {
    while true {
      arrival.wait()
      if let value = now { return value }
    }
  }
}
