import Foundation
import Supervisor

extension Box {
  /// Runs the box beside the test while `body` looks at it, and stops it.
  func runningBeside(_ body: () throws -> Void) throws {
    try start()
    let waited = DispatchSemaphore(value: 0)
    let thread = Thread {
      self.wait {}
      waited.signal()
    }
    thread.start()
    defer {
      requestStop()
      waited.wait()
      stop()
    }
    try body()
  }
}
