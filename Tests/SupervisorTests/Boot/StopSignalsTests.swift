import Foundation
import Supervisor
import TestSupport
import Testing

/// Tests of signals before the box exists. Each runs in its own process, which an unhandled signal would end.
@Suite struct StopSignalsTests {
  @Test func `a request to end before the box ends the process in order`() async {
    await #expect(processExitsWith: .exitCode(7)) { Self.end(by: SIGTERM) }
  }

  @Test func `an interrupt before the box ends the process in order`() async {
    await #expect(processExitsWith: .exitCode(7)) { Self.end(by: SIGINT) }
  }

  /// Ends this process with 7 if it takes a signal that came before its listener.
  private static func end(by number: Int32) {
    let signals = StopSignals()
    kill(getpid(), number)
    guard signals.wait(60), signals.isAsked else { exit(1) }
    signals.listen { exit(7) }
    exit(2)
  }

  @Test func `a later signal calls who listens`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = StopSignals()
      if signals.isAsked { exit(1) }
      signals.listen { exit(7) }
      kill(getpid(), SIGTERM)
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60)
      exit(2)
    }
  }

  @Test func `a reload before the box is not lost`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let signals = StopSignals()
      kill(getpid(), SIGHUP)
      let isKept = waitUntil { signals.isReloadAsked }
      guard isKept else { exit(1) }
      signals.listen({ exit(1) }, reload: { exit(7) })
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 60)
      exit(2)
    }
  }
}
