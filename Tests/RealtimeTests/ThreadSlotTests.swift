import Dispatch
import GestureFlowAPI
import Realtime
import Testing

/// Tests of the start and the end of an object's thread.
@Suite struct ThreadSlotTests {
  @Test func `a slot starts one thread at a time`() throws {
    let slot = ThreadSlot()
    let end = DispatchSemaphore(value: 0)
    let before = slot.outcome?.name
    var starts = 0
    for _ in 0..<2 {
      try slot.start {
        starts += 1
        return try RealtimeThread(.init(name: "gf-test")) { end.wait() }
      }
    }
    let during = slot.outcome?.name
    let hadOne = slot.end { end.signal() }
    let after = slot.outcome?.name
    #expect(before == nil && during == "gf-test" && after == nil && starts == 1 && hadOne)
    try slot.start { try RealtimeThread(.init(name: "gf-again")) {} }
    let again = slot.outcome?.name
    slot.end()
    #expect(again == "gf-again")
  }

  @Test func `without a thread the end is not requested`() {
    let slot = ThreadSlot()
    var requests = 0
    let hadOne = slot.end { requests += 1 }
    #expect(!hadOne && requests == 0)
  }

  @Test func `a start that fails leaves the slot free`() {
    let slot = ThreadSlot()
    var failure: Failure?
    do throws(Failure) {
      try slot.start { () throws(Failure) -> RealtimeThread in throw Failure("no thread") }
    } catch { failure = error }
    let hadOne = slot.end()
    #expect(failure == Failure("no thread") && !hadOne)
  }
}
