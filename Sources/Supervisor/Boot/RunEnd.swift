import Foundation
import Synchronization

/// The end of a run: anyone asks for it, from any thread, and one waits for it.
package final class RunEnd: Sendable {
  private let request = DispatchSemaphore(value: 0)
  // Order: released before the semaphore is signalled and acquired, so that who was woken by the wish sees it; so does who asks without waiting.
  private let powerOff = Atomic(false)
  // Order: sequentially consistent with the box's `isBegun`: of a start and a wish at the same time one sees the other.
  private let asked = Atomic(false)

  /// Nobody has asked yet.
  package init() {}

  /// True if somebody asked to switch the machine off.
  package var wantsPowerOff: Bool { powerOff.load(ordering: .acquiring) }

  /// True if somebody asked for the end.
  package var isAsked: Bool { asked.load(ordering: .sequentiallyConsistent) }

  /// Asks for the end. - Parameter powerOff: the machine is to be switched off, too.
  package func ask(powerOff isWanted: Bool = false) {
    if isWanted { powerOff.store(true, ordering: .releasing) }
    asked.store(true, ordering: .sequentiallyConsistent)
    request.signal()
  }

  /// - Parameter seconds: how long at most. - Returns: true as soon as it was asked for.
  package func wait(_ seconds: Double) -> Bool { request.wait(timeout: .now() + seconds) == .success }
}
