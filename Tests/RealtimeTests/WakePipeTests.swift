import Foundation
import Realtime
import TestSupport
import Testing

/// Tests of the pipe that wakes a thread which polls descriptors.
@Suite struct WakePipeTests {
  private func isAwake(_ wake: WakePipe) -> Bool {
    var place = pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)
    return poll(&place, 1, 0) > 0
  }

  @Test func `a woken waiter stays awake until it is cleared`() throws {
    let wake = try #require(WakePipe())
    #expect(!isAwake(wake))
    wake.wake()
    #expect(isAwake(wake) && isAwake(wake))
    wake.clear()
    #expect(!isAwake(wake))
  }

  /// More than a pipe holds: no thread waits, and one read clears all of it.
  @Test func `waking never waits`() throws {
    let wake = try #require(WakePipe())
    for _ in 0..<100_000 { wake.wake() }
    #expect(isAwake(wake))
    wake.clear()
    #expect(!isAwake(wake))
    // A child does not keep it open.
    #expect(fcntl(wake.reading, F_GETFD) & FD_CLOEXEC != 0)
  }
}
