import Foundation
import Supervisor
import Testing

/// A run ends on request, and not before.
@Suite struct RunEndTests {
  @Test func `a source waits until it is requested`() {
    let end = RunEnd()
    #expect(!end.wait(0.001) && !end.isAsked)
    end.ask()
    #expect(end.isAsked)
    #expect(end.wait(60))
    #expect(!end.wantsPowerOff)
  }

  @Test func `another thread ends the waiting`() {
    let end = RunEnd()
    Thread { end.ask(powerOff: true) }.start()
    #expect(end.wait(60))
    #expect(end.wantsPowerOff)
  }

  @Test func `a second request does not take the power off back`() {
    let end = RunEnd()
    end.ask(powerOff: true)
    end.ask()
    #expect(end.wantsPowerOff)
  }
}
