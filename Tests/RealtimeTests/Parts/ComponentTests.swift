import GestureFlowAPI
import Realtime
import Testing

/// Tests of failure reasons of a component and the times of its retries.
@Suite struct ComponentTests {
  @Test func `pauses between tries grow`() {
    let backOff = BackOff(first: 0.5, longest: 30)
    #expect((1...9).map { backOff.pause(after: $0) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    #expect(backOff.pause(after: 10_000) == 30)
  }

  @Test func `a failure without a remedy sends to the doctor`() {
    struct Other: Error, CustomStringConvertible { let description = "it broke (why: unknown)" }
    for error in [Failure("it broke (why: unknown)"), Other()] as [any Error] {
      let failure = Failure(part: error)
      #expect(failure.reason == "it broke (why: unknown)" && failure.remedy.contains("gfctl doctor"))
    }
  }

  @Test func `a failure with a remedy is passed through`() {
    let failure = Failure("the card 'USB (1' is gone", remedy: "plug it in: now")
    #expect(Failure(part: failure) == failure && failure.description == "the card 'USB (1' is gone: plug it in: now")
    let file = FileError(path: "/x/a", reason: "it cannot be written", remedy: "check its rights", code: 13)
    #expect(Failure(part: file) == Failure("/x/a: it cannot be written", remedy: "check its rights"))
  }
}
