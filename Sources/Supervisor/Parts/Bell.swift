import Dispatch
import Synchronization

/// Wakes a thread that rests. It may be rung by any thread and as often as anyone likes: what comes while nobody waits is kept as one.
final class Bell: Sendable {
  private struct State {
    var isRung = false
    var isAwaited = false
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Never waits.
  func ring() {
    let wakes = state.withLock { state in
      state.isRung = true
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { arrival.signal() }
  }

  /// Waits until it rings, or not at all when it has rung since the last time. For one thread.
  func wait() {
    let waits = state.withLock { state in
      state.isAwaited = !state.isRung
      return state.isAwaited
    }
    if waits { arrival.wait() }
    state.withLock { $0.isRung = false }
  }
}
