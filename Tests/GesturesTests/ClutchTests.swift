import Foundation
import Gestures
import Performer
import Testing

/// Properties of the relative clutch, on many ways to pinch, spread and lift.
@Suite struct ClutchTests {
  /// A clutch, and the time of its frames.
  private struct Play {
    var clutch: RelativeClutch
    var time = 0.0
    var rate = 30.0

    init(_ law: RelativeClutch.Law = .cents, detent: Detent? = nil, pinch: PinchLaw = .both, initial: Float? = nil, rate: Double = 30) {
      clutch = RelativeClutch(
        law: law, range: law == .cents ? -2400...2400 : 0.1...2, initial: initial ?? (law == .cents ? 0 : 1), detent: detent, pinch: pinch)
      self.rate = rate
    }

    mutating func look(_ look: RelativeClutch.Look?) {
      clutch.update(look, at: time)
      time += 1 / rate
    }

    mutating func see(_ distance: Float, height: Float = 0, extended: Int = 1, openness: Float = 1) {
      look(.init(distance: distance, height: height, extended: extended, openness: openness))
    }

    /// A closed pinch until it is engaged and has settled.
    mutating func engage(at distance: Float = 0.15, height: Float = 0, seconds: Double = 0.6) {
      for _ in 0..<Int(seconds * rate) { see(distance, height: height) }
      #expect(clutch.isEngaged)
    }

    /// Moves evenly from one place to another.
    mutating func move(from a: (Float, Float), to b: (Float, Float), seconds: Double = 1) {
      let n = Int(seconds * rate)
      for i in 1...n {
        let x = Float(i) / Float(n)
        see(a.0 + (b.0 - a.0) * x, height: a.1 + (b.1 - a.1) * x)
      }
    }

    mutating func letGo(height: Float = 0) {
      for _ in 0..<Int(0.3 * rate) { see(0.9, height: height, extended: 5, openness: 2) }
      #expect(!clutch.isEngaged)
    }
  }

  @Test func aHandThatClosesToAFistIsNoPinch() {
    var play = Play(.root)
    // Thumb and index are together from the first frame on; the other fingers close within 0.4 s, then the index finger is rolled in.
    for i in 0..<30 {
      let time = Float(i) / 30
      play.look(.init(distance: 0.15, extended: 0, openness: max(1, 2 - time * 2.5), pinchPossible: time < 0.4))
      #expect(!play.clutch.isEngaged)
    }
    // The same hand at rest is one.
    for _ in 30..<36 { play.see(0.15, extended: 0) }
    #expect(play.clutch.isEngaged)
  }

  @Test func engagingMovesNothing() {
    for start in stride(from: Float(-1200), through: 1200, by: 300) {
      var play = Play(initial: start)
      play.engage()
      #expect(abs(play.clutch.value - start) < 5)
    }
    for start in [Float(0.1), 0.25, 0.5, 0.8, 1, 1.3, 1.7, 2] {
      var play = Play(.root, initial: start)
      play.engage()
      #expect(abs(play.clutch.value / start - 1) < 0.01, "\(play.clutch.value) after \(start)")
    }
  }

  @Test func closingIsNotHeardHoweverItShakes() {
    for seed in 0..<20 {
      var random = SplitMix(seed: UInt64(seed))
      var play = Play()
      for d in Array(stride(from: Float(0.9), through: 0.13, by: -0.04)) + Array(repeating: 0.13, count: 30) {
        play.see(d + (random.unit() - 0.5) * 0.03, extended: 2)
      }
      #expect(play.clutch.isEngaged && abs(play.clutch.value) < 5, "seed \(seed): \(play.clutch.value)")
    }
  }

  /// What the fingers or the wrist do below their thresholds, and slowly, moves nothing.
  @Test func aRestingHandThatSinksMovesNothing() {
    var play = Play()
    play.engage()
    play.move(from: (0.15, 0), to: (0.2, -0.7), seconds: 10)
    #expect(play.clutch.isEngaged && play.clutch.grip == .resting)
    #expect(abs(play.clutch.value) < 5, "\(play.clutch.value)")
  }

  @Test(arguments: [-1, 1] as [Float])
  func oneHandSizeOfTheFaderIsSixHundredCents(way: Float) {
    var play = Play()
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, way * 2.15))
    #expect(play.clutch.grip == .fader)
    let high = play.clutch.value
    play.move(from: (0.15, way * 2.15), to: (0.15, way * 1.15))
    #expect(abs(high - play.clutch.value - way * 600) < 1, "\(high) and \(play.clutch.value)")
    // The way began a threshold after the start, less what the start had followed by then.
    #expect(abs(high) > 1100 && abs(high) <= 1201, "\(high)")
    var speed = Play(.root)
    speed.engage()
    speed.move(from: (0.15, 0), to: (0.15, way * 0.9))
    let before = speed.clutch.value
    speed.move(from: (0.15, way * 0.9), to: (0.15, way * 0.4))
    #expect(abs(before / speed.clutch.value - exp2(way * 0.25)) < 0.001)
  }

  @Test func fromTheKneeOnDoublingTheDistanceIsSixHundredCents() {
    var play = Play()
    play.engage()
    play.move(from: (0.15, 0), to: (0.35, 0))
    #expect(play.clutch.grip == .spread)
    let before = play.clutch.value
    play.move(from: (0.35, 0), to: (0.7, 0))
    #expect(abs(play.clutch.value - before - 600) < 1, "\(play.clutch.value - before)")
    var speed = Play(.root)
    speed.engage()
    speed.move(from: (0.15, 0), to: (0.35, 0))
    let slow = speed.clutch.value
    speed.move(from: (0.35, 0), to: (0.7, 0))
    #expect(abs(speed.clutch.value / slow - Float(2).squareRoot()) < 0.001)
  }

  /// Where the fingers touch the law is not steeper than at the knee: 0.01 hand sizes are less than 30 cents everywhere.
  @Test func theLawIsNotSteepestWhereTheFingersTouch() {
    var play = Play()
    play.engage(at: 0.12)
    play.move(from: (0.12, 0), to: (0.24, 0))
    var last = play.clutch.value
    for d in stride(from: Float(0.25), through: 0.9, by: 0.01) {
      play.see(d)
      #expect(play.clutch.value - last < 30, "at \(d): \(play.clutch.value - last) cents")
      last = play.clutch.value
    }
  }

  @Test(arguments: 0..<50)
  func theValueIsMonotoneInWhatOwnsIt(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let isFader = seed % 2 == 0
    var play = Play()
    play.engage(at: 0.12 + random.unit() * 0.1)
    if isFader { play.move(from: (0.15, 0), to: (0.15, 0.5)) } else { play.move(from: (0.15, 0), to: (0.5, 0)) }
    #expect(play.clutch.grip == (isFader ? .fader : .spread))
    var pairs: [(Float, Float)] = []
    for _ in 0..<200 {
      let d = 0.1 + random.unit()
      let h = (random.unit() - 0.5) * 8
      play.see(d, height: h, extended: 2)
      pairs.append((isFader ? h : d, play.clutch.value))
    }
    pairs.sort { $0.0 < $1.0 }
    for (a, b) in zip(pairs, pairs.dropFirst()) { #expect(a.1 <= b.1 + 0.01) }
    #expect(pairs.allSatisfy { abs($0.1) <= 2400 })
  }

  @Test func theOneThatOwnsThePinchIsNotDisturbedByTheOther() {
    var fader = Play()
    fader.engage()
    fader.move(from: (0.15, 0), to: (0.15, 0.6))
    let lifted = fader.clutch.value
    fader.move(from: (0.15, 0.6), to: (0.7, 0.6))
    #expect(fader.clutch.value == lifted && fader.clutch.grip == .fader)
    var spread = Play()
    spread.engage()
    spread.move(from: (0.15, 0), to: (0.5, 0))
    let opened = spread.clutch.value
    spread.move(from: (0.5, 0), to: (0.5, -2))
    #expect(spread.clutch.value == opened && spread.clutch.grip == .spread)
  }

  @Test func theSettingLeavesOneOfTheTwo() {
    var spread = Play(pinch: .spread)
    spread.engage()
    spread.move(from: (0.15, 0), to: (0.15, 2))
    #expect(spread.clutch.value == 0)
    var fader = Play(pinch: .fader)
    fader.engage()
    fader.move(from: (0.15, 0), to: (0.8, 0))
    #expect(fader.clutch.value == 0)
  }

  /// The whole range, both ways, in three pinches that stay in the picture: four hand sizes high.
  @Test(arguments: [RelativeClutch.Law.cents, .root])
  func theWholeRangeIsReachedInThreePinches(law: RelativeClutch.Law) {
    for way in [Float(-1), 1] {
      var play = Play(law)
      for _ in 0..<3 {
        play.engage(height: -way * 1.7)
        play.move(from: (0.15, -way * 1.7), to: (0.15, way * 1.7))
        play.letGo(height: way * 1.7)
      }
      let end: Float = law == .cents ? way * 2400 : way > 0 ? 2 : 0.1
      #expect(abs(play.clutch.value - end) < 1e-3, "\(play.clutch.value)")
    }
  }

  @Test func aNewPinchGoesOnFromThere() {
    var play = Play()
    for i in 1...2 {
      play.engage()
      play.move(from: (0.15, 0), to: (0.15, 1))
      for _ in 0..<12 { play.see(0.15, height: 1) }
      play.letGo(height: 1)
      #expect(abs(play.clutch.value - Float(i) * 510) < Float(i) * 25, "\(play.clutch.value)")
      for _ in 0..<10 { play.see(0.9, height: 0, extended: 5, openness: 2) }
    }
  }

  @Test(arguments: [Grip.spread, .fader])
  func openingTheHandLeavesTheValueAlone(grip: Grip) {
    var play = Play()
    play.engage()
    let (d, h): (Float, Float) = grip == .spread ? (0.45, 0) : (0.15, 1)
    play.move(from: (0.15, 0), to: (d, h))
    for _ in 0..<15 { play.see(d, height: h) }
    let before = play.clutch.value
    #expect(play.clutch.grip == grip && before > 300)
    // Thumb and index fly apart while the other fingers uncurl, a hand size in 0.3 s, and the wrist sinks.
    for i in 0..<16 {
      let x = Float(min(i, 9)) / 9
      play.see(d + 0.8 * x, height: h - 0.3 * x, extended: x < 0.8 ? 1 : 5, openness: 1 + x)
    }
    #expect(!play.clutch.isEngaged)
    #expect(abs(play.clutch.value - before) < 5, "\(play.clutch.value) after \(before)")
  }

  @Test func losingAndFindingTheHandDoesNotJump() {
    var play = Play()
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, 1))
    let before = play.clutch.value
    for _ in 0..<6 { play.look(nil) }
    play.see(0.8, height: -1)
    #expect(play.clutch.isEngaged && abs(play.clutch.value - before) < 5)
    for _ in 0..<20 { play.look(nil) }
    #expect(!play.clutch.isEngaged && abs(play.clutch.value - before) < 5)
  }

  @Test func aCandidateAboveTheSecondThresholdIsReleased() {
    var play = Play()
    for d in [0.24, 0.4, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3] as [Float] { play.see(d) }
    #expect(!play.clutch.isEngaged)
  }

  /// A button or a client sets the value of a held pinch: that value is heard at the next frame, and the pinch goes on from it.
  @Test(arguments: [Grip.resting, .spread, .fader])
  func settingAHeldValueDoesNotJumpAtTheNextFrame(grip: Grip) {
    var play = Play()
    play.engage()
    let (d, h): (Float, Float) = grip == .spread ? (0.5, 0) : grip == .fader ? (0.15, 1) : (0.15, 0)
    play.move(from: (0.15, 0), to: (d, h))
    #expect(play.clutch.grip == grip)
    play.clutch.set(-700)
    play.see(d, height: h)
    #expect(abs(play.clutch.value + 700) < 1, "\(play.clutch.value)")
    if grip == .fader {
      play.see(d, height: h + 0.5)
      #expect(abs(play.clutch.value + 400) < 1, "\(play.clutch.value)")
    }
  }

  /// What a person sets near the original is heard so, at once, at the next pinch and while that is held; the detent takes hold again when the hand has led the value away.
  @Test(arguments: [15, 29, -29] as [Float])
  func aValueSetNearTheOriginalIsNotSwallowed(cents: Float) {
    var play = Play(detent: Detent(centre: 0, width: 20))
    play.clutch.set(cents)
    #expect(play.clutch.value == cents)
    play.engage()
    #expect(abs(play.clutch.value - cents) < 5, "\(play.clutch.value)")
    play.clutch.set(cents)
    for _ in 0..<5 { play.see(0.15) }
    #expect(play.clutch.value == cents)
    play.move(from: (0.15, 0), to: (0.15, 1))
    let away = play.clutch.value
    #expect(away > 300)
    var height: Float = 1
    while play.clutch.value != 0, height > -1 {
      height -= 0.004
      play.see(0.15, height: height)
    }
    #expect(play.clutch.value == 0)
  }

  @Test func theOriginalCanBeFoundAgainAndDoesNotChatter() {
    var play = Play(detent: Detent(centre: 0, width: 20))
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, 1))
    // Comes back until it snaps in.
    var height: Float = 1
    while play.clutch.value != 0, height > -1 {
      height -= 0.004
      play.see(0.15, height: height)
    }
    #expect(play.clutch.value == 0)
    let entry = height
    // On the edge of the entry width it stays in, whatever the noise.
    for i in 0..<30 {
      play.see(0.15, height: entry + (i % 2 == 0 ? 0.008 : -0.008))
      #expect(play.clutch.value == 0)
    }
    // It leaves at one and a half times the width: 20 cents of entry and 10 more.
    play.see(0.15, height: entry + 0.02)
    #expect(play.clutch.value > 29, "\(play.clutch.value)")
  }

  /// One frame earlier or later, other noise: the same hand ends at the same value.
  @Test(arguments: [15.0, 30, 60])
  func noSingleFrameDecides(rate: Double) {
    var ends: [Float] = []
    for seed in 0..<10 {
      var random = SplitMix(seed: UInt64(seed))
      var play = Play(rate: rate)
      play.time = Double(random.unit()) / rate
      while play.time < 4 {
        let t = Float(play.time)
        // Closes until 0.5 s, rests until 1.2 s, opens until 2.4 s.
        let closing = min(max((0.5 - t) / 0.5, 0), 1)
        let opening = min(max((t - 1.2) / 1.2, 0), 1)
        let d = 0.13 + 0.6 * closing + 0.45 * opening * opening * (3 - 2 * opening)
        play.see(d + (random.unit() - 0.5) * 0.012, height: (random.unit() - 0.5) * 0.02)
      }
      ends.append(play.clutch.value)
    }
    print("ends at \(rate) frames a second: \(ends.min()!) to \(ends.max()!) cents")
    #expect(ends.max()! - ends.min()! < 30 && ends.min()! > 500, "\(ends)")
  }
}
