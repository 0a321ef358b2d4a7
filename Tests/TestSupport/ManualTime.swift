import Glibc
import Synchronization

/// A clock that only a test advances.
public final class ManualTime: Sendable {
  private struct State {
    var now: Int64 = 1_000_000_000
    var sleepers = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Creates a clock that shows one second.
  public init() {}

  /// Nanoseconds since an arbitrary start.
  public var nanoseconds: Int64 { state.withLock { $0.now } }
  /// Seconds since the same start.
  public var seconds: Double { Double(nanoseconds) * 1e-9 }
  /// Number of threads that sleep by this clock now.
  public var sleepers: Int { state.withLock { $0.sleepers } }

  /// Advances the clock by a number of seconds.
  public func advance(_ seconds: Double) { state.withLock { $0.now += Int64((seconds * 1e9).rounded()) } }

  /// Sleeps until the clock shows `time` in nanoseconds. It also returns when the test has called `end()`.
  public func sleep(until time: Int64) {
    state.withLock { $0.sleepers += 1 }
    while !state.withLock({ $0.isOver || $0.now >= time }) { usleep(1000) }
    state.withLock { $0.sleepers -= 1 }
  }

  /// Wakes all sleepers permanently.
  public func end() { state.withLock { $0.isOver = true } }
}
