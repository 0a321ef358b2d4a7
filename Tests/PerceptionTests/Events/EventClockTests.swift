import Perception
import Synchronization
import Testing

@Suite struct EventClockTests {
  @Test func `a live box counts from its start`() {
    let present = Mutex(100.0)
    let clock = EventClock(isLive: true, begun: 100) { present.withLock { $0 } }
    #expect(clock.now == 0)
    present.withLock { $0 = 103.5 }
    #expect(clock.now == 3.5, "before any frame, too")
    #expect(clock.seconds(ofFrame: 103.4) == 3.4)
    present.withLock { $0 = 104 }
    #expect(clock.now == 4, "a frame does not hold the time back")
  }

  /// The same film gives the same times, regardless of the machine's speed.
  @Test func `a run without a clock counts its frames`() {
    let present = Mutex(100.0)
    let clock = EventClock(isLive: false, begun: 100) { present.withLock { $0 } }
    present.withLock { $0 = 500 }
    #expect(clock.now == 0)
    #expect(clock.seconds(ofFrame: 7) == 0)
    #expect(clock.seconds(ofFrame: 7.5) == 0.5)
    #expect(clock.now == 0.5)
  }
}
