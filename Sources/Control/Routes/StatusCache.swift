import Foundation
import GestureFlowAPI
import Supervisor

/// The status as JSON, computed at most twenty times a second however many ask.
final class StatusCache: @unchecked Sendable {
  private let box: Box
  private let lock = NSLock()
  private var last = Data()
  private var at = 0.0

  init(_ box: Box) { self.box = box }

  var json: Data {
    lock.withLock {
      let now = ProcessInfo.processInfo.systemUptime
      if now - at >= 0.05 {
        if case .whole(_, _, let body, _) = Answers.json(box.status) { last = body }
        at = now
      }
      return last
    }
  }
}
