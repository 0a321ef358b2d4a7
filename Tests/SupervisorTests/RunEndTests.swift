import Foundation
import Supervisor
import Testing

/// A run ends when somebody asks for it, and not before.
@Suite struct RunEndTests {
  @Test func oneWaitsUntilItIsAskedFor() {
    let end = RunEnd()
    #expect(!end.wait(0.001) && !end.isAsked)
    end.ask()
    #expect(end.isAsked)
    #expect(end.wait(60))
    #expect(!end.wantsPowerOff)
  }

  @Test func anotherThreadEndsTheWaiting() {
    let end = RunEnd()
    Thread { end.ask(powerOff: true) }.start()
    #expect(end.wait(60))
    #expect(end.wantsPowerOff)
  }

  @Test func aSecondRequestDoesNotTakeThePowerOffBack() {
    let end = RunEnd()
    end.ask(powerOff: true)
    end.ask()
    #expect(end.wantsPowerOff)
  }
}
