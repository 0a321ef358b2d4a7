import Foundation
import MIDI
import TestSupport
import Testing

/// Tests of the tempo's accuracy under jitter of 1 ms, over seeds and tempi.
@Suite struct ClockAccuracyTests {
  private static let tempi = [30.0, 47.3, 60, 90, 120, 137.25, 174, 240, 300]

  @Test(arguments: JitteryClock.Jitter.allCases) func `the tempo is within a five hundredth of a beat at a millisecond of jitter`(
    _ jitter: JitteryClock.Jitter
  ) {
    for bpm in Self.tempi {
      for seed in 1...3 as ClosedRange<UInt64> {
        var clock = JitteryClock(jitter, seed: seed)
        clock.play(bpm, beats: max(8, bpm / 60 * 10))
        var worst = 0.0
        for _ in 0..<600 {
          clock.tick(bpm)
          worst = max(worst, abs((clock.follower.tempo ?? 0) - bpm))
        }
        #expect(worst < 0.05, "\(bpm) BPM, seed \(seed): off by \(worst)")
      }
    }
  }

  /// Random jitter sometimes looks like a new tempo. The regression line would then be short and wrong for a
  /// moment. In the long ring it lasts half an hour.
  @Test(arguments: [JitteryClock.Jitter.uniform, .gaussian]) func `in ten minutes of jitter chance is never taken for a change`(
    _ jitter: JitteryClock.Jitter
  ) {
    for seed in 1...(Ring.isLong ? 30 : 10) as ClosedRange<UInt64> {
      var clock = JitteryClock(jitter, seed: seed &* 7919)
      clock.play(240, beats: 40)
      var worst = 0.0
      for _ in 0..<200 * 24 {
        clock.tick(240)
        worst = max(worst, abs((clock.follower.tempo ?? 0) - 240))
      }
      #expect(worst < 0.05, "seed \(seed): off by \(worst)")
    }
  }

  /// The follower reports the correct error of its tempo.
  @Test func `the error is as large as it is said to be`() throws {
    for bpm in Self.tempi {
      for seed in 1...5 as ClosedRange<UInt64> {
        var clock = JitteryClock(.gaussian, seed: seed)
        clock.play(bpm, beats: 1)
        let early = try #require(clock.follower.uncertainty)
        #expect(abs(try #require(clock.follower.tempo) - bpm) < 6 * early, "\(bpm), seed \(seed)")
        clock.play(bpm, beats: 30)
        let late = try #require(clock.follower.uncertainty)
        #expect(late < 0.01 && late <= early, "\(bpm), seed \(seed): \(early), then \(late)")
        let jitter = try #require(clock.follower.jitter)
        #expect((0.0008...0.0012).contains(jitter), "\(bpm), seed \(seed): a millisecond seems to be \(jitter) s")
      }
    }
  }

  @Test func `the beat is within a millisecond between ticks`() throws {
    for bpm in Self.tempi {
      var clock = JitteryClock(.uniform, seed: 7)
      clock.send(.start)
      let begin = clock.time
      clock.play(bpm, beats: 16)
      for i in 0..<100 {
        clock.tick(bpm)
        let now = clock.time - 60 / bpm / 24 * Double(i) / 100
        let beat = try #require(clock.follower.beat(at: now))
        let truth = (now - begin) * bpm / 60
        #expect(abs(beat - truth) * 60 / bpm < 0.001, "\(bpm) BPM: beat \(beat) instead of \(truth)")
      }
    }
  }

  /// The tempo of a steady clock is known after a beat. A step of ten is followed within two.
  @Test(arguments: [10.0, -10]) func `a step of ten is followed within two beats`(_ step: Double) {
    for bpm in [40.0, 60, 90, 120, 174, 240, 290] {
      var clock = JitteryClock()
      clock.play(bpm, beats: 32)
      #expect(abs((clock.follower.tempo ?? 0) - bpm) < 1e-6)
      clock.play(bpm + step, beats: 2)
      #expect(abs((clock.follower.tempo ?? 0) - bpm - step) < 0.05, "\(bpm) and \(step)")
    }
  }

  /// With 1 ms of jitter, two beats of ticks are accurate to this limit only. It is four times the deviation of
  /// the best line through 48 ticks.
  @Test(arguments: [10.0, -10]) func `with jitter a step is followed as far as two beats can tell`(_ step: Double) {
    for bpm in [60.0, 90, 120, 160] {
      for seed in 1...10 as ClosedRange<UInt64> {
        var clock = JitteryClock(.gaussian, seed: seed)
        clock.play(bpm, beats: 32)
        clock.play(bpm + step, beats: 2)
        let error = abs((clock.follower.tempo ?? 0) - bpm - step)
        let faster = bpm + max(step, 0)
        let best = faster * faster * 24 / 60 * 0.001 * (12 / pow(48.0, 3)).squareRoot()
        #expect(error < max(0.05, 4 * best), "\(bpm) and \(step), seed \(seed): off by \(error), \(best) can be had")
      }
    }
  }

  /// Fast clocks, with ticks up to an eighth of a tick too early or too late.
  @Test(arguments: [10.0, -10], [JitteryClock.Jitter.uniform, .gaussian]) func `also a fast clocks step is followed within two beats`(
    _ step: Double, _ jitter: JitteryClock.Jitter
  ) {
    for bpm in [174.0, 200, 240, 290] {
      for seed in 1...(Ring.isLong ? 30 : 8) as ClosedRange<UInt64> {
        var clock = JitteryClock(jitter, seed: seed)
        clock.play(bpm, beats: 32)
        clock.play(bpm + step, beats: 2)
        var worst = 0.0
        for _ in 0..<4 * 24 {
          worst = max(worst, abs((clock.follower.tempo ?? 0) - bpm - step))
          clock.tick(bpm + step)
        }
        #expect(worst < 1.25, "\(bpm) and \(step), seed \(seed): off by \(worst) beyond two beats")
      }
    }
  }

  /// The two lines of a clock that has jumped do not meet. A line that joined them would have a wrong tempo.
  @Test func `a clock that jumps has the tempo that it had`() {
    for bpm in [120.0, 240] {
      for seed in 1...10 as ClosedRange<UInt64> {
        var clock = JitteryClock(.uniform, seed: seed)
        clock.play(bpm, beats: 32)
        clock.wait(0.005)
        clock.play(bpm, beats: 3)
        let error = abs((clock.follower.tempo ?? 0) - bpm)
        #expect(error < 1, "\(bpm), seed \(seed): off by \(error)")
      }
    }
  }

  @Test func `two steps one after the other are both followed`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var clock = JitteryClock(.uniform, seed: seed)
      clock.play(240, beats: 32)
      clock.play(250, beats: 3)
      clock.play(235, beats: 2.5)
      let error = abs((clock.follower.tempo ?? 0) - 235)
      #expect(error < 1, "seed \(seed): off by \(error)")
    }
  }

  @Test func `a slow change is followed all the way`() {
    var clock = JitteryClock(.uniform, seed: 3)
    clock.play(100, beats: 16)
    var bpm = 100.0, worst = 0.0
    // The tempo rises from 100 to 140 in a minute and a half.
    while bpm < 140 {
      clock.tick(bpm)
      bpm += 0.01
      worst = max(worst, abs((clock.follower.tempo ?? 0) - bpm))
    }
    #expect(worst < 1.5, "off by \(worst)")
  }
}
