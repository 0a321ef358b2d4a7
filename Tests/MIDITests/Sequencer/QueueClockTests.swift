import MIDI
import TestSupport
import Testing

/// The queue's time is measured repeatedly, with small errors. Messages keep their order.
@Suite struct QueueClockTests {
  @Test func `messages of one moment keep their order while the queue is measured again`() {
    var clock = QueueClock()
    clock.origin = 100
    let end = clock.place(of: 101)
    clock.origin = 100.0004
    let begin = clock.place(of: 101)
    #expect(end == 1 && begin == 1)
    #expect(abs(clock.place(of: 101.5) - 1.4996) < 1e-9, "what comes later goes by the newer measurement")
  }

  @Test func `a clocks tick may come before a note that waits`() {
    var clock = QueueClock()
    clock.origin = 100
    #expect(clock.place(of: 101) == 1 && clock.place(of: 100.5) == 0.5 && clock.place(of: 99) == 0)
  }

  @Test(arguments: 0..<5 as Range<UInt64>) func `later moments are later places`(seed: UInt64) {
    var random = SplitMix(seed)
    var clock = QueueClock()
    clock.origin = 100
    var (moment, place) = (100.0, 0.0)
    for _ in 0..<10_000 {
      if random.unit() < 0.1 { clock.origin = 100 + 0.002 * (random.unit() - 0.5) }
      if random.unit() < 0.5 { moment += 0.001 * random.unit() }
      let next = clock.place(of: moment)
      #expect(next >= place && next - (moment - clock.origin) < 0.0021)
      place = next
    }
  }
}
