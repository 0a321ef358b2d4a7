import MIDI
import TestSupport
import Testing

/// Tests of faults that no clock should send. They are reported and do no harm.
@Suite struct ClockFaultTests {
  private func isTooFast(_ state: ClockState) -> Bool { if case .refused(.tooFast) = state { true } else { false } }

  @Test func `a thousand beats a minute are refused`() {
    var clock = JitteryClock()
    clock.play(1000, beats: 20)
    #expect(isTooFast(clock.follower.state(at: clock.time)) && clock.follower.tempo == nil)
    #expect(clock.follower.fault?.description == "the MIDI clock has 1000 BPM, and the limit is 400")
    clock.play(120, beats: 2)
    #expect(clock.follower.state(at: clock.time) == .steady && clock.follower.fault == nil, "and then it is a clock again")
  }

  @Test func `too slow is refused and the ends count`() {
    var slow = JitteryClock()
    slow.play(15, beats: 3)
    #expect(slow.follower.tempo == nil)
    if case .refused(.tooSlow(let bpm)) = slow.follower.state(at: slow.time - 0.1) {
      #expect(abs(bpm - 15) < 0.01)
    } else {
      Issue.record("\(slow.follower.state(at: slow.time - 0.1))")
    }
    for bpm in [20.01, 399.9] {
      var clock = JitteryClock()
      clock.play(bpm, beats: 3)
      #expect(abs((clock.follower.tempo ?? 0) - bpm) < 0.01)
    }
  }

  @Test func `ticks with one time are ticks and their time is not`() throws {
    var clock = JitteryClock()
    clock.send(.start)
    clock.play(120, beats: 4)
    let last = clock.time - 60.0 / 120 / 24
    // Two ticks have the previous tick's stamp. Then the clock is correct again.
    clock.follower.take(.tick, at: last)
    clock.follower.take(.tick, at: last)
    #expect(clock.follower.refused == 2 && clock.follower.fault == .standsStill)
    clock.wait(2 * 60.0 / 120 / 24)
    clock.play(120, beats: 3)
    #expect(abs(try #require(clock.follower.tempo) - 120) < 1e-6 && clock.follower.fault == nil)
    #expect(abs(try #require(clock.follower.beat(at: clock.time)) - (7 + 2.0 / 24)) < 1e-6)
  }

  @Test func `a time far ahead is forgotten with the next ticks`() {
    var clock = JitteryClock()
    clock.play(120, beats: 4)
    clock.follower.take(.tick, at: 1e9)
    clock.play(120, beats: 2)
    #expect(clock.follower.state(at: clock.time) == .steady && abs((clock.follower.tempo ?? 0) - 120) < 1e-6)
  }

  @Test func `times that are NaN or infinite are refused`() {
    var follower = ClockFollower()
    for time in [Double.nan, .infinity, -.infinity] { follower.take(.tick, at: time) }
    #expect(follower.state(at: 0) == .refused(.noNumber) && follower.refused == 3)
    var clock = JitteryClock()
    clock.play(120, beats: 2)
    #expect(clock.follower.beat(at: .nan) == 0 && !clock.follower.isLost(at: .nan))
    clock.send(.start)
    clock.play(120, beats: 1)
    #expect(clock.follower.beat(at: .nan) == nil && clock.follower.beat(at: .infinity) == nil)
  }

  @Test func `song positions that the wire cannot carry are said`() {
    var follower = ClockFollower()
    for position in [-1, 16384, .max, .min] {
      follower.take(.position(position), at: 1)
      #expect(follower.fault == .positionOutOfRange(position))
    }
    follower.take(.position(16383), at: 1)
    #expect(follower.beat(at: 1) == 16383 * 6 / 24.0)
  }

  /// A flood is rejected before each of its ticks costs a regression.
  @Test func `a flood is too fast`() {
    var follower = ClockFollower()
    for i in 0..<50_000 { follower.take(.tick, at: 5 + Double(i) / 50_000) }
    #expect(isTooFast(follower.state(at: 6)) && follower.tempo == nil)
  }

  /// After any input the tempo and the position are valid. The next good clock is followed again.
  @Test(arguments: 0..<40 as Range<UInt64>) func `nonsense does no harm`(seed: UInt64) {
    var random = SplitMix(seed)
    var clock = JitteryClock(seed: seed)
    var time = clock.time
    for _ in 0..<2000 {
      let dice = random.unit()
      switch dice {
      case ..<0.6: time += random.unit() * 0.05
      case ..<0.7: break
      case ..<0.8: time -= random.unit() * 0.1
      case ..<0.82: time += random.unit() * 100
      default: break
      }
      let messages: [ClockMessage] = [.start, .continue, .stop, .position(Int(random.unit() * 20_000) - 1000)]
      let message = random.unit() < 0.9 ? .tick : messages[Int(random.unit() * 4)]
      clock.follower.take(message, at: dice > 0.99 ? [.nan, .infinity, -1e300, 1e300][Int(random.unit() * 4)] : time)
      if let tempo = clock.follower.tempo, !ClockFollower.tempi.contains(tempo) { Issue.record("seed \(seed): \(tempo) BPM") }
      if let beat = clock.follower.beat(at: time), !beat.isFinite { Issue.record("seed \(seed): beat \(beat)") }
    }
    clock.wait(max(time - clock.time, 0) + 200)
    clock.send(.start)
    clock.play(120, beats: 4)
    #expect(abs((clock.follower.tempo ?? 0) - 120) < 0.05 && abs((clock.follower.beat(at: clock.time) ?? 0) - 4) < 0.01, "seed \(seed)")
  }
}
