import GestureFlowAPI
import MIDI
import TestSupport
import Testing

/// Tests of the clock that the box sends. It is computed from positions, without drift.
@Suite struct ClockLeaderTests {
  /// A transport like that of the stems: integers of 2^-32 of a frame.
  private struct Transport {
    var units: Int128 = 0
    var frame: Int64 = 0

    mutating func stretch(_ frames: Int, speed: Double, _ milliBPM: Int) -> ClockLeader.Stretch {
      let from = place
      units += Int128(Int64(speed * 4_294_967_296 + 0.5)) * Int128(frames)
      defer { frame += Int64(frames) }
      return ClockLeader.Stretch(from: from, to: place, start: frame, frames: frames, milliBPM: milliBPM)
    }

    private var place: ClockLeader.Place {
      ClockLeader.Place(frame: Int64(units >> 32), fraction: UInt32(truncatingIfNeeded: units))
    }
  }

  @Test func `there are twenty four ticks a quarter behind a start`() {
    var leader = ClockLeader()
    var transport = Transport()
    var all: [ClockLeader.Due] = []
    for _ in 0..<375 { all += leader.lead(transport.stretch(64, speed: 1, 120_000)) }
    #expect(all.first?.message == .start && all.first?.frame == 0)
    let ticks = all.dropFirst()
    #expect(ticks.count == 24 && ticks.allSatisfy { $0.message == .tick })
    for (i, tick) in ticks.enumerated() { #expect(abs(tick.frame - Double(i) * 1000) < 1e-6) }
  }

  /// An hour of random speeds and stretches. Each tick is at the transport's place.
  @Test func `after an hour of changes no tick is off`() {
    var random = SplitMix(4)
    var leader = ClockLeader()
    var transport = Transport()
    var count: Int128 = 0
    var worst = 0.0
    let unit = Int128(48_000 * 60_000 / 24) << 32
    while transport.frame < 3600 * 48_000 {
      let before = transport
      let speed = 0.5 + 1.5 * random.unit()
      let stretch = transport.stretch(1 + Int(random.unit() * 9600), speed: speed, 137_250)
      for due in leader.lead(stretch) where due.message == .tick {
        // Distance from the tick's own place to the transport's at the reported frame.
        let way = (due.frame - Double(before.frame)) * speed
        let truth = Double(count * unit - before.units * 137_250) / 137_250 / 4_294_967_296
        worst = max(worst, abs(way - truth))
        count += 1
      }
    }
    #expect(count == (transport.units * 137_250 + unit - 1) / unit, "every tick once")
    #expect(worst < 1e-3, "off by \(worst) frames of the set")
  }

  @Test func `a clock that stands still stops and goes on with a sixteenth`() {
    var leader = ClockLeader()
    var transport = Transport()
    // A little more than two beats of 24 000 frames.
    let before = leader.lead(transport.stretch(45_000, speed: 1, 120_000)) + leader.lead(transport.stretch(5_500, speed: 1, 120_000))
    #expect(before.count { $0.message == .tick } == 51)
    var still = transport.stretch(64, speed: 1, 120_000)
    still.to = still.from
    #expect(leader.lead(still).map(\.message) == [.stop] && !leader.isRunning)
    #expect(leader.lead(still).isEmpty)
    still.start += 640
    var on = still
    on.to.frame += 12_000
    on.frames = 12_000
    let after = leader.lead(on)
    // The sixteenth is at tick 54, 9 sixteenths from the beginning. Three ticks precede it.
    #expect(after.prefix(6).map(\.message) == [.tick, .tick, .tick, .position(9), .continue, .tick])
    #expect(zip(after, after.dropFirst()).allSatisfy { $0.frame <= $1.frame }, "in the order of time")
    #expect(after[5].frame - after[4].frame == 96, "a moment before its first tick")
  }

  @Test func `another set begins with a start`() {
    var leader = ClockLeader()
    var transport = Transport()
    _ = leader.lead(transport.stretch(40_000, speed: 1, 120_000))
    var other = Transport()
    other.frame = transport.frame
    let messages = leader.lead(other.stretch(2000, speed: 1, 90_000)).map(\.message)
    #expect(messages == [.stop, .start, .tick, .tick])
  }

  @Test func `a gap is not caught up`() {
    var leader = ClockLeader()
    var transport = Transport()
    _ = leader.lead(transport.stretch(40_000, speed: 1, 120_000))
    #expect(leader.lead(transport.stretch(480_000, speed: 1, 120_000)).map(\.message) == [.stop])
    #expect(leader.lead(transport.stretch(24_000, speed: 1, 120_000)).contains { $0.message == .continue })
  }

  @Test func `song positions begin again behind their last`() {
    var leader = ClockLeader()
    // 1024 bars at 120 BPM, then the next sixteenth.
    let beginning = Int64(1024 * 4 * 24_000)
    let stretch = ClockLeader.Stretch(
      from: ClockLeader.Place(frame: beginning + 1), to: ClockLeader.Place(frame: beginning + 6_002), start: 0, frames: 6_001,
      milliBPM: 120_000)
    #expect(leader.lead(stretch).contains { $0.message == .position(1) })
  }

  /// 16384 sixteenths are not a whole number of bars of 12, 14 or 10. After the last whole bar the positions
  /// restart at the first.
  @Test(arguments: [("3/4", 1365), ("6/8", 1365), ("7/8", 1170), ("5/8", 1638), ("16/4", 256), ("1/8", 8192)])
  func `song positions end with a whole bar of the metre`(text: String, bars: Int) throws {
    let metre = try #require(Metre(rawValue: text))
    let bar = Int(metre.quarters * 4)
    for (sixteenth, named) in [(bars * bar - 1, bars * bar - 1), (bars * bar, 0), (bars * bar + 1, 1), (2 * bars * bar + bar, bar)] {
      var leader = ClockLeader()
      let frame = Int64(sixteenth) * 6000
      let stretch = ClockLeader.Stretch(
        from: ClockLeader.Place(frame: frame - 1), to: ClockLeader.Place(frame: frame + 1), start: 0, frames: 2, milliBPM: 120_000,
        metre: metre)
      #expect(leader.lead(stretch).map(\.message) == [.position(named), .continue, .tick], "\(sixteenth)")
    }
  }

  @Test func `the end is reported once`() {
    var leader = ClockLeader()
    var transport = Transport()
    _ = leader.lead(transport.stretch(4800, speed: 1, 120_000))
    #expect(leader.end(at: 4800).map(\.message) == [.stop])
    #expect(leader.end(at: 4800).isEmpty)
  }

  /// Leader and follower agree on tempo and position.
  @Test func `a follower finds tempo and place`() throws {
    var leader = ClockLeader()
    var follower = ClockFollower()
    var transport = Transport()
    for _ in 0..<4000 {
      for due in leader.lead(transport.stretch(128, speed: 1.25, 100_000)) { follower.take(due.message, at: due.frame / 48_000) }
    }
    let now = Double(transport.frame) / 48_000
    #expect(abs(try #require(follower.tempo) - 125) < 1e-4)
    #expect(abs(try #require(follower.beat(at: now)) - now * 125 / 60) < 1e-4)
  }
}
