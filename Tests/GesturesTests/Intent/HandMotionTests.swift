import Gestures
import SyntheticHands
import Testing

/// Tests of the motion of a whole hand, and of its start.
@Suite struct HandMotionTests {
  /// A hand of 0.2 frame heights that moves down.
  private struct Play {
    var motion = HandMotion()
    var time = 0.0
    var y: Float = 0.5
    var size: Float = 0.2
    var rate = 30.0

    /// Moves at a speed in hand sizes per second. A negative speed is up.
    mutating func go(_ seconds: Double, at speed: Float, grows: Float = 0) {
      for _ in 0..<Int((seconds * rate).rounded()) {
        time += 1 / rate
        y += speed * size / Float(rate)
        size *= 1 + grows / Float(rate)
        motion.see(SIMD2(0.6, y), size: size, at: time)
      }
    }
  }

  @Test(arguments: [10.0, 15, 30, 60]) func `a motion began when it began`(rate: Double) throws {
    for speed in [Float(2), 3, 5, 8] {
      var play = Play(rate: rate)
      play.go(1, at: 0)
      #expect(play.motion.began == nil && play.motion.leavingSince == nil && play.motion.speed < 0.01)
      let begin = play.time
      play.go(0.4, at: speed)
      let began = try #require(play.motion.began)
      #expect(began <= begin + 1e-6 && began >= begin - 1 / rate - 0.09, "\(began) instead of \(begin)")
      #expect(play.motion.leavingSince == began && abs(play.motion.speed - speed) < 0.01)
      play.go(0.3, at: 0)
      #expect(play.motion.began == nil)
    }
  }

  @Test func `a hand that goes slowly rests`() {
    for speed in [Float(0.3), 0.8, 1.1] {
      var play = Play()
      play.go(1, at: 0)
      play.go(1, at: speed)
      #expect(play.motion.began == nil, "\(speed)")
    }
  }

  /// A slow move of a value before the hand leaves is intended.
  @Test func `the slow way before a fast one is not part of it`() throws {
    for slow in [Float(0.5), 0.8, 1] {
      var play = Play()
      play.go(1, at: 0)
      play.go(1, at: slow)
      let begin = play.time
      play.go(0.3, at: 5)
      let began = try #require(play.motion.began)
      #expect(abs(began - begin) < 0.12, "\(slow): \(began) instead of \(begin)")
    }
  }

  @Test func `a motion that turns round is another one`() throws {
    var play = Play()
    play.go(1, at: 0)
    play.go(0.5, at: -3)
    let begin = play.time
    play.go(0.5, at: 3)
    let began = try #require(play.motion.began)
    #expect(abs(began - begin) < 0.12, "\(began) instead of \(begin)")
  }

  @Test func `landmarks of a still hand shake and it rests`() {
    var random = SplitMix(seed: 2)
    var motion = HandMotion()
    for i in 0..<300 {
      let off = SIMD2(random.unit() - 0.5, random.unit() - 0.5) * 0.02 * 0.2
      motion.see(SIMD2(0.6, 0.5) + off, size: 0.2, at: Double(i) / 30)
      #expect(motion.began == nil && motion.excursion(over: 0.3) < 0.05)
    }
  }

  @Test func `a player who walks away leaves since the hand was large`() throws {
    var play = Play()
    play.go(1, at: 0)
    let begin = play.time
    play.go(1, at: 0, grows: -0.5)
    let since = try #require(play.motion.leavingSince)
    #expect(play.motion.began == nil && since >= begin - 0.05 && since < begin + 0.25, "\(since) instead of \(begin)")
    // A hand that comes nearer does not leave.
    var near = Play()
    near.go(1, at: 0)
    near.go(1, at: 0, grows: 0.5)
    #expect(near.motion.leavingSince == nil)
  }

  @Test func `the excursion is the box of the last moment`() {
    var play = Play()
    #expect(play.motion.excursion(over: 0.3) == 0)
    play.go(1, at: 2)
    #expect(abs(play.motion.excursion(over: 0.3) - 0.6) < 0.01 && abs(play.motion.excursion(over: 0.1) - 0.2) < 0.01)
    play.go(0.29, at: 0)
    #expect(play.motion.excursion(over: 0.3) < 0.1)
    // A move there and back is not a rest.
    play.go(0.1, at: 4)
    play.go(0.1, at: -4)
    #expect(play.motion.excursion(over: 0.3) > 0.35)
  }
}
