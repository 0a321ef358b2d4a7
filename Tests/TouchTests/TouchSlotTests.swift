import Notes
import TestSupport
import Testing
import Touch

@Suite struct TouchSlotTests {
  @Test func `a touch is a source from its first report to its last`() throws {
    var bench = try Bench()
    let begin = try bench.play { $0.down(0, 7, x: 250, y: 125, pressure: 40) }
    #expect(begin.map(\.sources) == [[Source(SourceID(.touch, 0), position: 0.75, expression: 0.4, modulation: 0.25, gate: true)]])
    #expect(begin.first.map { $0.time > 100 } == true, "it has the kernel's time")
    try bench.play { $0.set(0, .y, 0) }
    #expect(bench.sources.first?.position == 1, "up is higher")
    let end = try bench.play { $0.up(0) }
    #expect(end.map(\.sources) == [[]])
  }

  /// A reader may begin during a report, and a read may end there.
  @Test func `nothing counts before its report`() {
    var reader = TouchReader(TouchDouble.screen)
    var frames: [TouchFrame] = []
    #expect(reader.take([TouchEvent(.axis(.y), 500, time: 1), TouchEvent(.axis(.trackingID), 5, time: 1)], &frames))
    #expect(frames.isEmpty && !reader.isTouched)
    #expect(reader.take([TouchEvent(.report, time: 2)], &frames))
    #expect(frames.map(\.time) == [2] && frames.first?.sources.first?.position == 0)
    #expect(reader.take([TouchEvent(.axis(.trackingID), -1, time: 3)], &frames) && frames.count == 1)
    #expect(reader.take([TouchEvent(.report, time: 4)], &frames))
    #expect(frames.count == 2 && frames.last?.sources.isEmpty == true)
  }

  @Test func `two touches keep their numbers`() throws {
    var bench = try Bench()
    try bench.play {
      $0.down(0, 1)
      $0.down(1, 2)
    }
    #expect(bench.numbers == [0, 1])
    try bench.play { $0.up(0) }
    #expect(bench.numbers == [1])
    try bench.play { $0.down(0, 3) }
    #expect(bench.numbers == [1, 0], "who touches longest comes first")
  }

  /// The kernel sends no value twice: a finger at the place of the last one has only a new number.
  @Test func `values that a slot does not repeat stay as the last touch left them`() throws {
    var bench = try Bench()
    try bench.play { $0.down(2, 1, x: 100, y: 400, pressure: 30) }
    let first = bench.sources
    try bench.play { $0.up(2) }
    try bench.play { $0.down(2, 2, x: 100, y: 400, pressure: 30) }
    #expect(bench.sources == first && first.count == 1)
  }

  @Test func `another touch in the same report is another stroke`() throws {
    var bench = try Bench()
    try bench.play { $0.down(0, 1) }
    let frames = try bench.play { $0.set(0, .trackingID, 2) }
    #expect(frames.map(\.sources.count) == [0, 1])
    var player = NotePlayer()
    let strokes = bench.frames.map { player.update($0.sources) }.compactMap { $0[SourceID(.touch, 0)]?.stroke }
    #expect(Set(strokes).count == 2)
  }

  @Test func `a touch that takes over a number within a report is another stroke`() throws {
    var bench = try Bench()
    try bench.play { for slot in 0..<4 { $0.down(slot, Int32(slot)) } }
    let frames = try bench.play {
      $0.up(2)
      $0.down(7, 9)
    }
    #expect(frames.map { $0.sources.map(\.id.number) } == [[0, 1, 3], [0, 1, 3, 2]])
  }

  @Test func `a fifth touch counts for nothing to its end`() throws {
    var bench = try Bench()
    for slot in 0..<5 { try bench.play { $0.down(slot, Int32(slot)) } }
    #expect(bench.numbers == [0, 1, 2, 3] && bench.session.reader.ignored == 1)
    try bench.play { $0.up(0) }
    #expect(bench.numbers == [1, 2, 3], "a finger that lies there already does not begin to sound")
    try bench.play { $0.set(4, .y, 10) }
    #expect(bench.numbers == [1, 2, 3])
    try bench.play { $0.up(4) }
    try bench.play { $0.down(4, 20) }
    #expect(bench.numbers == [1, 2, 3, 0], "coming down anew it takes the number that is free")
  }

  @Test func `slots that the device has not announced are nobodys`() {
    var reader = TouchReader(TouchDouble.screen)
    var frames: [TouchFrame] = []
    let slots: [Int32] = [-1, 10, .max, .min]
    for slot in slots {
      let events = [TouchEvent(.slot, slot, time: 1), TouchEvent(.axis(.trackingID), 5, time: 1), TouchEvent(.report, time: 1)]
      #expect(reader.take(events, &frames))
    }
    #expect(frames.isEmpty && !reader.isTouched)
  }

  @Test func `a finger that hovers and a palm are not touches`() throws {
    var screen = TouchDouble.screen
    screen.axes[.distance] = TouchRange(0, 10)
    screen.axes[.tool] = TouchRange(0, 2)
    var bench = try Bench(screen)
    try bench.play {
      $0.set(0, .distance, 3)
      $0.down(0, 1)
    }
    #expect(bench.sources.isEmpty)
    try bench.play { $0.set(0, .distance, 0) }
    #expect(bench.numbers == [0])
    try bench.play { $0.set(0, .tool, 2) }
    #expect(bench.sources.isEmpty, "the driver has found out that it is a palm")
  }

  @Test func `fingers on the device at its opening play`() throws {
    let device = TouchDouble()
    device.down(3, 8, y: 0)
    var session = TouchSession(device, try device.open("/dev/input/event3"))
    #expect(try session.read(milliseconds: 0).map { $0.sources.map(\.id.number) } == [[3]])
  }

  /// Ten thousand events in a second are two thousand reports.
  /// A touch that only moves gives one frame for each read.
  @Test func `a flood of movements costs a frame a reading`() throws {
    var bench = try Bench()
    bench.device.keep(20_000)
    try bench.play { $0.down(0, 1) }
    let before = bench.frames.count
    for step in 0..<2500 {
      bench.device.set(0, .x, Int32(step % 1000))
      bench.device.set(0, .y, Int32(step % 500))
      bench.device.set(0, .pressure, Int32(1 + step % 99))
      bench.device.report()
    }
    try bench.read()
    #expect(bench.frames.count - before == (10_000 + 255) / 256)
    #expect(bench.sources.first?.modulation == 0.499, "the last one counts")
    #expect(bench.session.drops == 0)
  }

  @Test func `a tap that is over before it is read is reported whole`() throws {
    var bench = try Bench()
    for id in 1...3 {
      bench.device.down(0, Int32(id))
      bench.device.report()
      bench.device.up(0)
      bench.device.report()
    }
    #expect(try bench.read().map(\.sources.count) == [1, 0, 1, 0, 1, 0])
  }
}
