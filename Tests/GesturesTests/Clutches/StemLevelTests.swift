import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the open right hand. Its height moves the volume and its roll the pitch, one at a time.
@Suite struct StemLevelTests {
  private static let rates = [10.0, 15, 30, 60]

  /// A hand, its time and the sums of its steps. The sums are shares of the volume and cents, not clamped.
  private struct Play {
    var hand = LevelAndRoll(volumePerSize: 0.5, centsPerDegree: 5)
    var rate = 30.0
    var time = 0.0
    var volume: Float = 0
    var cents: Float = 0

    /// Plays one frame.
    /// - Parameters: `rise` in hand sizes of 0.2, `roll` in degrees.
    @discardableResult mutating func see(_ rise: Float, _ roll: Float = 0, id: Int = 2, isOpen: Bool = true, openness: Float = 1.7)
      -> LevelAndRoll.Step
    {
      step(LevelAndRoll.Reading(hand: id, y: 0.8 - 0.2 * rise, angle: roll, size: 0.2, isOpen: isOpen, openness: openness))
    }

    mutating func miss() { step(nil) }
    mutating func see(size: Float) { step(LevelAndRoll.Reading(hand: 2, y: 0.68, angle: 0, size: size)) }

    @discardableResult private mutating func step(_ look: LevelAndRoll.Reading?) -> LevelAndRoll.Step {
      let step = hand.update(look, at: time)
      time += 1 / rate
      volume += step.volume
      cents += step.cents
      return step
    }

    /// Moves at constant speed, in a number of seconds.
    mutating func go(from a: (Float, Float), to b: (Float, Float), in seconds: Double = 1, isOpen: Bool = true) {
      let n = max(Int((seconds * rate).rounded()), 1)
      for i in 1...n {
        let x = Float(i) / Float(n)
        see(a.0 + (b.0 - a.0) * x, a.1 + (b.1 - a.1) * x, isOpen: isOpen)
      }
    }

    mutating func rest(at a: (Float, Float) = (0, 0), for seconds: Double = 0.3, isOpen: Bool = true) {
      go(from: a, to: a, in: seconds, isOpen: isOpen)
    }
  }

  /// Part of a motion that is lost before it engages.
  private static let lost = LevelAndRoll.levelTakesFrom
  private static let lostOfRoll = LevelAndRoll.rollTakesFrom

  @Test(arguments: rates) func `height moves the volume and roll the pitch`(rate: Double) {
    var up = Play(rate: rate)
    up.rest()
    up.go(from: (0, 0), to: (1, 0))
    #expect(up.hand.grip == .level && up.cents == 0)
    #expect(abs(up.volume - (0.5 - Self.lost)) < 0.012, "\(up.volume)")
    var turn = Play(rate: rate)
    turn.rest()
    turn.go(from: (0, 0), to: (0, -30))
    #expect(turn.hand.grip == .roll && turn.volume == 0)
    #expect(abs(turn.cents + 150 - 400 * Self.lostOfRoll) < 5, "\(turn.cents)")
  }

  /// The other value wobbles, as wrists do. The wobble is at most a third of the deciding size. After the decision it
  /// may be any size.
  @Test(arguments: rates) func `neither leaks into the other`(rate: Double) {
    var up = Play(rate: rate)
    up.rest()
    for i in 1...Int(2 * rate) {
      let x = Float(i) / Float(2 * rate)
      up.see(2 * x, 25 * x * x * sin(12 * x))
    }
    #expect(up.volume > 0.9 && abs(up.cents) < 5, "\(up.volume) and \(up.cents) cents")
    var turn = Play(rate: rate)
    turn.rest()
    for i in 1...Int(2 * rate) {
      let x = Float(i) / Float(2 * rate)
      turn.see(0.6 * x * x * sin(9 * x), 80 * x)
    }
    #expect(turn.cents > 360 && abs(turn.volume) < 0.02, "\(turn.cents) cents and \(turn.volume)")
  }

  @Test func `the stronger of the two takes the hand`() {
    var up = Play()
    up.rest()
    up.go(from: (0, 0), to: (1, 25))
    #expect(up.hand.grip == .level && up.cents == 0 && up.volume > 0.4)
    var turn = Play()
    turn.rest()
    turn.go(from: (0, 0), to: (0.5, 40))
    #expect(turn.hand.grip == .roll && turn.volume == 0 && turn.cents > 150)
  }

  /// A hand that moves while it opens moves nothing before 0.15 s.
  @Test(arguments: rates) func `nothing is taken before it has been open for a moment`(rate: Double) {
    var play = Play(rate: rate)
    for i in 0..<Int(rate) {
      play.see(Float(i) / Float(rate))
      if Double(i) / rate < LevelAndRoll.decidesAfter - 1e-6 { #expect(play.hand.grip == nil && play.volume == 0) }
    }
    #expect(play.hand.grip == .level && play.volume > 0.2)
  }

  /// The first step is at most the hand's motion in that frame. This holds even after a long way before.
  @Test func `taking hold does not jump`() {
    var play = Play()
    for i in 0..<60 {
      let step = play.see(Float(i) * 0.05)
      #expect(step.volume <= 0.05 * 0.5 + 1e-5 && step.volume >= 0, "\(step) in frame \(i)")
    }
    #expect(play.volume > 1)
  }

  @Test func `it keeps the hand until it rests`() {
    var play = Play()
    play.rest()
    play.go(from: (0, 0), to: (1, 0))
    // Rolling while the hand holds the level moves nothing, by any angle.
    play.go(from: (1, 0), to: (1, 60))
    #expect(play.hand.grip == .level && play.cents == 0)
    play.rest(at: (1, 60), for: LevelAndRoll.restAfter + 0.1)
    #expect(play.hand.grip == nil)
    play.go(from: (1, 60), to: (1, 20))
    #expect(play.hand.grip == .roll && abs(play.cents + 200 - 400 * Self.lostOfRoll) < 5, "\(play.cents)")
  }

  @Test(arguments: rates) func `closing lets go and the next opening goes on`(rate: Double) {
    var play = Play(rate: rate)
    for _ in 0..<3 {
      play.rest()
      play.go(from: (0, 0), to: (0.6, 0), in: 0.6)
      play.go(from: (0.6, 0), to: (0, 0), in: 0.6, isOpen: false)
      #expect(play.hand.grip == nil)
    }
    #expect(abs(play.volume - 3 * (0.3 - Self.lost)) < 0.03, "\(play.volume)")
  }

  @Test func `roll goes over the seam of the circle`() {
    var play = Play()
    play.rest(at: (0, 165))
    for i in 1...30 {
      let angle = 165 + Float(i)
      let step = play.see(0, angle > 180 ? angle - 360 : angle)
      #expect(abs(step.cents) < 5.1, "\(step) at \(angle)")
    }
    #expect(abs(play.cents - 150 + 400 * Self.lostOfRoll) < 5, "\(play.cents)")
  }

  @Test(arguments: rates) func `changes while a hand is not seen are not heard`(rate: Double) {
    var play = Play(rate: rate)
    play.rest()
    play.go(from: (0, 0), to: (0.6, 0))
    let before = play.volume
    play.miss()
    play.see(1.6)
    #expect(play.volume == before && play.hand.grip == .level)
    // A frame that is misread as closed moves nothing either.
    play.see(0.4, isOpen: false)
    play.see(2)
    #expect(play.volume == before)
    play.see(2.02)
    #expect(abs(play.volume - before - 0.01) < 1e-4, "\(play.volume)")
  }

  @Test func `a hand that is gone has let go`() {
    var play = Play()
    play.rest()
    play.go(from: (0, 0), to: (0.6, 0))
    for _ in 0..<14 { play.miss() }
    #expect(play.hand.grip == nil && play.hand.heldBy == nil)
  }

  @Test func `another hand does not take over`() {
    var play = Play()
    play.rest()
    play.go(from: (0, 0), to: (0.6, 0))
    let before = play.volume
    #expect(play.hand.heldBy == 2)
    for i in 0..<4 { play.see(Float(i) * 0.3, id: 9) }
    #expect(play.hand.heldBy == nil && play.volume == before)
  }

  @Test func `a hand that sinks slowly or trembles moves nothing`() {
    var play = Play()
    var random = SplitMix(seed: 5)
    for i in 0..<600 { play.see(-Float(i) / 600 + 0.02 * (random.unit() - 0.5), 8 * Float(i) / 600 + 1.2 * (random.unit() - 0.5)) }
    #expect(play.volume == 0 && play.cents == 0 && play.hand.grip == nil)
  }

  @Test func `fingers that close move nothing`() {
    var play = Play()
    play.rest()
    play.go(from: (0, 0), to: (0, 30))
    let before = play.cents
    for i in 1...6 { play.see(0, 30 + 3 * Float(i), openness: 1.7 - 0.15 * Float(i)) }
    #expect(play.cents <= before + 20, "\(play.cents) after \(before)")
    #expect(play.hand.grip == .roll)
  }

  @Test func `NaN and infinity move nothing`() {
    var play = Play()
    play.rest()
    play.go(from: (0, 0), to: (0.6, 0))
    let before = play.volume
    for bad in [Float.nan, .infinity, -.infinity] {
      play.see(bad)
      play.see(0.6, bad)
      play.see(size: bad)
      play.see(0.6)
    }
    play.see(0.7)
    #expect(abs(play.volume - before - 0.05) < 1e-4 && play.cents == 0, "\(play.volume)")
  }
}
