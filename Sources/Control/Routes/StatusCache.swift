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
  }
  private let box: Box
  private let last = Mutex(Last())

  init(_ box: Box) { self.box = box }

  /// Forces a new status at the next read. So a client sees the change it has made.
  func forget() { last.withLock { $0.at = -.infinity } }

  /// The status as JSON, at most 50 ms old.
  var json: Data {
    last.withLock { last in
      let now = ProcessInfo.processInfo.systemUptime
      if now - last.at >= 0.05 {
        if case .whole(_, _, let body, _) = Answers.json(box.status) { last.json = body }
        last.at = now
      }
      return last.json
    }
  }
}
