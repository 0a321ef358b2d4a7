import GestureFlowAPI
import TestSupport
import Testing
import Touch

/// Tests of SYN_DROPPED: the kernel's queue was full.
@Suite struct DroppedEventTests {
  @Test func `after dropped events the slots are asked`() throws {
    var bench = try Bench()
    try bench.play {
      $0.down(0, 1)
      $0.down(1, 2)
    }
    bench.device.keep(16)
    for step in 0..<100 {
      bench.device.set(0, .y, Int32(step))
      bench.device.report()
    }
    // The dropped events end one touch and begin another.
    bench.device.up(1)
    bench.device.report()
    bench.device.down(3, 3, x: 0, y: 500)
    bench.device.report()
    for step in 100..<200 {
      bench.device.set(0, .y, Int32(step))
      bench.device.report()
    }
    try bench.read()
    #expect(bench.session.drops > 0)
    #expect(bench.numbers == [0, 3])
    #expect(bench.sources.map(\.position) == [1 - Float(199) / 500, 0])
  }

  @Test func `a touch that was replaced unseen is another stroke`() throws {
    var bench = try Bench()
    try bench.play { $0.down(0, 1) }
    bench.device.keep(4)
    bench.device.up(0)
    bench.device.report()
    for step in 0..<20 {
      bench.device.set(0, .x, Int32(step))
      bench.device.report()
    }
    bench.device.down(0, 2)
    bench.device.report()
    #expect(try bench.read().map(\.sources.count) == [0, 1])
  }

  @Test func `the events behind belong to the slot that the device is at`() throws {
    var bench = try Bench()
    try bench.play {
      $0.down(0, 1)
      $0.down(4, 2)
    }
    bench.device.keep(4)
    for step in 0..<20 {
      bench.device.set(4, .x, Int32(step))
      bench.device.report()
    }
    try bench.read()
    // Slot 4 is the present one, so its number is not sent.
    try bench.play { $0.set(4, .y, 500) }
    #expect(bench.sources.map(\.position) == [0.5, 0])
  }

  @Test func `a failed query ends the reading`() throws {
    var bench = try Bench()
    try bench.play { $0.down(0, 1) }
    bench.device.keep(4)
    for step in 0..<20 {
      bench.device.set(0, .x, Int32(step))
      bench.device.report()
    }
    bench.device.fail("slots", 1, 5)
    #expect(throws: SystemFailure(5, "slots")) { try bench.read() }
  }

  /// No event comes while another program has grabbed the device.
  /// Not even a lifted finger is reported.
  @Test func `missed changes are found when no event comes`() throws {
    var bench = try Bench()
    try bench.play {
      $0.down(0, 1)
      $0.down(1, 2)
    }
    bench.device.grab(true)
    try bench.play { $0.up(0) }
    #expect(bench.numbers == [1])
    let asked = bench.device.calls("slots")
    try bench.play { $0.up(1) }
    try bench.read()
    #expect(bench.sources.isEmpty && bench.device.calls("slots") == asked + 1, "without a touch nothing is read")
  }
}
