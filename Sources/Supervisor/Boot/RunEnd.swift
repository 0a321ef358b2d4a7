import Foundation
import Synchronization

/// The end of a run. Any thread may request it, and one thread waits for it.
package final class RunEnd: Sendable {
  private let request = DispatchSemaphore(value: 0)
  // Order: stored with release before the semaphore is signalled, and loaded with acquire. So a thread woken by the
  // request sees it, and so does a thread that reads it without waiting.
  private let powerOff = Atomic(false)
  // Order: sequentially consistent with the box's `isBegun`. If a start and a request come at the same time, one of
  // them sees the other.
  private let asked = Atomic(false)

  /// Creates a run whose end is not requested yet.
  package init() {}

  /// Whether a shutdown of the machine was requested.
  package var wantsPowerOff: Bool { powerOff.load(ordering: .acquiring) }

  /// Whether the end was requested.
  package var isAsked: Bool { asked.load(ordering: .sequentiallyConsistent) }

  /// Requests the end.
  /// - Parameter powerOff: whether the machine must be shut down, too.
  package func ask(powerOff isWanted: Bool = false) {
    if isWanted { powerOff.store(true, ordering: .releasing) }
    asked.store(true, ordering: .sequentiallyConsistent)
    request.signal()
  }

  /// Waits for the request.
  /// - Parameter seconds: maximum wait.
  /// - Returns: whether the end was requested.
  package func wait(_ seconds: Double) -> Bool { request.wait(timeout: .now() + seconds) == .success }
}
