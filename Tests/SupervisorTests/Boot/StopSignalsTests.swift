import Foundation
import Supervisor
import TestSupport
import Testing

/// Tests of signals before the box exists. Each runs in its own process, which an unhandled signal would end.
@Suite struct StopSignalsTests {
  @Test(arguments: [SIGTERM, SIGINT]) func `a signal before the box ends the process in order`(number: Int32) async {
    await #expect(processExitsWith: .exitCode(7)) { [number] in
      let signals = StopSignals()
      kill(getpid(), number)
      guard signals.wait(60), signals.isAsked else { exit(1) }
      signals.listen { exit(7) }
      exit(2)
    }
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
