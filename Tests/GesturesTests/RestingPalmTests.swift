import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the palm's turn while a hand rests. One of four frames is measured, the others are kept.
@Suite struct RestingPalmTests {
  private let aspect: Float = 4.0 / 3
  private let rate = 30.0

  private func hand(tilt: Float) -> HandMeasure {
    HandMeasure(PosedHand(.right, .open, wrist: SIMD2(0.6, 0.8), size: 0.2, tilt: tilt).landmarks(aspect: aspect).mirrored, aspect: aspect)
  }

  /// Returns the number of frames in which a palm counts as turning. The readings are off by up to six degrees. It
  /// counts after two seconds.
  /// - Parameter kept: frames for which each reading is kept.
  private func turning(kept: Int) -> Int {
    var lengths = SteadyLengths(.none, lookAhead: 0.02)
    var random = SplitMix(seed: 5)
    var reading = hand(tilt: 20)
    return (0..<600).count { i in
      let isKept = i % (kept + 1) != 0
      if !isKept { reading = hand(tilt: 20 + 6 * (2 * random.unit() - 1)) }
      return lengths.turns(reading, at: Double(i) / rate, isKept: isKept) && i >= 60
    }
  }

  @Test func `the noise of readings that are kept is not a turn`() {
    #expect(turning(kept: 0) == 0)
    #expect(turning(kept: 3) == 0)
  }

  /// Returns the number of frames until a turn is noticed. It counts from the start of the turn.
  /// - Parameter kept: frames for which each reading is kept during the rest before it.
  private func delay(kept: Int) -> Int? {
    var lengths = SteadyLengths(.none, lookAhead: 0.02)
    for i in 0..<60 { _ = lengths.turns(hand(tilt: 0), at: Double(i) / rate, isKept: i % (kept + 1) != 0) }
    return (60..<120).first { lengths.turns(hand(tilt: Float($0 - 60) * 2), at: Double($0) / rate) }
  }

  @Test func `a turn after a rest is noticed as soon`() throws {
    let (each, fourth) = (try #require(delay(kept: 0)), try #require(delay(kept: 3)))
    #expect(fourth <= each + 1, "\(fourth) and \(each)")
  }

  @Test func `a turn that was noticed ends although nothing is measured`() {
    var lengths = SteadyLengths(.none, lookAhead: 0.02)
    var isTurning = false
    for i in 0..<30 { isTurning = lengths.turns(hand(tilt: Float(i) * 2), at: Double(i) / rate) }
    #expect(isTurning)
    for i in 30..<46 { isTurning = lengths.turns(hand(tilt: 58), at: Double(i) / rate, isKept: true) }
    #expect(!isTurning)
  }
}
