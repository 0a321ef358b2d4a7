import Foundation
import Supervisor

extension Box {
  /// Runs the box beside the test while `body` looks at it, and stops it.
  func runningBeside(_ body: () throws -> Void) throws {
    try start()
    let thread = Thread { self.wait {} }
    thread.start()
    defer {
      requestStop()
      usleep(150_000)
      stop()
    }
    try body()
  }
}
