import Notes
import TestSupport
import Testing
import Touch

/// Tests of random streams of events: exactly the touching fingers play.
@Suite struct RandomTouchTests {
  /// Fingers come, go, move and are replaced; the queues are too short, and reads end anywhere.
  @Test(arguments: 0..<100) func `the gates are the touches that are down`(seed: UInt64) throws {
    var random = SplitMix(seed)
    func upTo(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var bench = try Bench()
    // Up to four fingers, so that each of them is a source; the device has ten slots.
    var id: Int32 = 0
    bench.device.keep(8 + upTo(120))
    bench.device.giveAtOnce(1 + upTo(60))
    for _ in 0..<300 {
      for _ in 0...upTo(6) {
        let slot = upTo(10)
        switch upTo(6) {
        case 0, 1:
          id += 1
          if bench.device.touched < 4 { bench.device.down(slot, id, x: Int32(upTo(1200)) - 100, y: Int32(upTo(600)) - 50) }
        case 2: bench.device.up(slot)
        case 3: bench.device.set(slot, .y, Int32(upTo(500)))
        case 4: bench.device.set(slot, .pressure, Int32(upTo(100)))
        default: bench.device.report()
        }
      }
      bench.device.report()
      if upTo(3) > 0 { try bench.read() }
      for frame in bench.frames.suffix(20) {
        #expect(frame.sources.count <= 4 && Set(frame.sources.map(\.id)).count == frame.sources.count)
        #expect(frame.sources.allSatisfy { $0.gate && (0...1).contains($0.position) && (0...1).contains($0.expression) })
      }
    }
    try bench.read()
    #expect(bench.sources.count == bench.device.touched && bench.frames.contains { $0.sources.count > 1 })
    for slot in 0..<10 { bench.device.up(slot) }
    bench.device.report()
    try bench.read()
    try bench.read()
    #expect(bench.sources.isEmpty && !bench.session.reader.isTouched)
  }

  /// Events that no kernel would send.
  @Test(arguments: 0..<50) func `nonsense ends with the device`(seed: UInt64) {
    var random = SplitMix(seed)
    var reader = TouchReader(TouchDouble.screen)
    var frames: [TouchFrame] = []
    for _ in 0..<200 {
      let events = (0..<Int(random.next() % 64)).map { _ in
        let kinds: [TouchEvent.Kind] = [.slot, .report, .axis(TouchAxis.allCases[Int(random.next() % 7)])]
        let near = Int32(truncatingIfNeeded: random.next() % 12) - 1
        let value = random.unit() < 0.8 ? near : Int32(truncatingIfNeeded: random.next())
        return TouchEvent(kinds[Int(random.next() % 3)], value, time: random.unit())
      }
      #expect(reader.take(events, &frames))
    }
    #expect(!frames.isEmpty)
    #expect(frames.allSatisfy { $0.sources.count <= 4 && $0.sources.allSatisfy { $0.id.kind == .touch && (0...3).contains($0.id.number) } })
    #expect(frames.allSatisfy { $0.sources.allSatisfy { (0...1).contains($0.position) && (0...1).contains($0.modulation) } })
    let touched = reader.count
    #expect(reader.end(time: 9).map(\.sources) == (touched > 0 ? [] : nil))
    #expect(reader.count == 0 && reader.end(time: 9) == nil)
  }
}
