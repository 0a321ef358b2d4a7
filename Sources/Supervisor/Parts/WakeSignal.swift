import Dispatch
import Synchronization

/// Wakes a waiting thread. Any thread may ring it at any time. Rings while no thread waits count as one.
package final class WakeSignal: Sendable {
  private struct State {
    var isRung = false
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  /// Rings it. Never blocks.
  package func ring() {
    let wakes = state.withLock { state in
      state.isRung = true
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { arrival.signal() }
  }

  /// Waits for a ring. Returns at once if it has rung since the last wait. For one thread only.
  func wait() {
    let waits = state.withLock { state in
      state.isAwaited = !state.isRung
      return state.isAwaited
    }
    if waits { arrival.wait() }
    state.withLock { $0.isRung = false }
  }
}
