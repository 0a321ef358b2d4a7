import Foundation
import GestureFlowAPI
import Supervisor
import Synchronization

/// The status as JSON, computed at most twenty times a second. All clients share it.
final class StatusCache: Sendable {
  private struct Last {
    var json = Data()
    /// Time of the status, in seconds of the system's uptime.
    var at = -Double.infinity
    /// Number of changes that it contains.
    var changes = 0
  }
  private let box: Box
  private let last = Mutex(Last())
  // Order: a change is counted after it was made, and a status reads the count before it is built. So a status with the
  // newest count contains the newest change.
  private let changes = Atomic(0)

  init(_ box: Box) { self.box = box }

  /// Forces a new status at the next read. So a client sees the change it has made. Never waits: the thread of the
  /// controls calls it.
  func forget() { changes.add(1, ordering: .sequentiallyConsistent) }

  /// The status as JSON, at most 50 ms old.
  var json: Data {
    last.withLock { last in
      let now = ProcessInfo.processInfo.systemUptime
      let changes = changes.load(ordering: .sequentiallyConsistent)
      if now - last.at >= 0.05 || changes != last.changes {
        last.changes = changes
        if case .whole(_, _, let body, _) = Answers.json(box.status) { last.json = body }
        last.at = now
      }
      return last.json
    }
  }
}
