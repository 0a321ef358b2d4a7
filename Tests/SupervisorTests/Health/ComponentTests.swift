import GestureFlowAPI
import HandTracking
import Supervisor
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

  /// The status shows the tracker's remedies alone, so each is a whole sentence.
  @Test func `remedies of the tracker are whole`() {
    let missing = Failure.missing(model: "/x/a.tflite")
    #expect(missing.reason == "/x/a.tflite is missing" && missing.remedy.hasPrefix("run `make setup` (on a box: "))
    let damaged = Failure.damaged(model: "/x/a.tflite", "it cannot be read")
    #expect(damaged.reason == "/x/a.tflite is damaged (it cannot be read)" && damaged.remedy.hasPrefix("delete it and run `make setup`"))
  }
}
