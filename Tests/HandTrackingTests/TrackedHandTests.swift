import HandTracking
import Hands
import Testing

/// Tests of duplicate results, of a hand's reach, and of returning hands.
@Suite struct TrackedHandTests {
  private static let palm: Float = 14
  private static let middle = SIMD2<Float>(64, 64)

  /// Returns the landmark model's result for an upright hand. It has 14 pixels from wrist to middle MCP, in a frame
  /// of 128 x 128.
  /// - Parameter moved: landmarks that lie elsewhere, and by how many palm lengths.
  private func answer(at place: SIMD2<Float> = middle, rightness: Float = 0.97, moved: [Int: SIMD2<Float>] = [:]) -> LandmarkModel.Answer {
    let points = TrueWorld.shape.indices.map { place + (TrueWorld.shape[$0] + (moved[$0] ?? .zero)) * Self.palm }
    let landmarks = Landmarks(points.map { Landmark(x: $0.x / 128, y: $0.y / 128) })
    return LandmarkModel.Answer(points: points, landmarks: landmarks, world: landmarks, presence: 0.99, rightness: rightness)
  }

  /// Returns a hand that was seen once. The frame shows the player's mirror image.
  private func hand(_ id: Int = 1, at place: SIMD2<Float> = middle, rightness: Float = 0.97, time: Double = 0) -> TrackedHand {
    TrackedHand(id: id, answer: answer(at: place, rightness: rightness), time: time, selfie: true)
  }

  @Test(arguments: [(Float(0.19), true), (0.21, false)])
  func `answers within a fifth of a palm are one hand`(shift: Float, isOne: Bool) {
    let other = answer(at: Self.middle + SIMD2(shift * Self.palm, 0))
    #expect(TrackedHand.areOne(answer(), other) == isOne)
    #expect(TrackedHand.areOne(other, answer()) == isOne)
  }

  /// Two readings of one hand may differ in its fingers. Two hands that cross have some landmarks in common.
  @Test(arguments: [(11, true), (12, false)])
  func `ten of the landmarks must agree`(differing: Int, isOne: Bool) {
    let others = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 1].prefix(differing)
    let other = answer(moved: Dictionary(uniqueKeysWithValues: others.map { ($0, SIMD2(0.25, 0)) }))
    #expect(TrackedHand.areOne(answer(), other) == isOne)
  }

  @Test func `landmarks that agree are not enough when the boxes do not`() {
    #expect(TrackedHand.areOne(answer(), answer(moved: [20: SIMD2(0.5, 0)])))
    #expect(!TrackedHand.areOne(answer(), answer(moved: [20: SIMD2(12, -12)])))
  }

  /// A hand that points at the camera is not smaller. Its wrist lies behind its knuckles.
  @Test func `a hand that points at the camera keeps its reach`() {
    let upright = hand()
    #expect(abs(upright.reach - Self.palm) < 1e-3)
    let pointing = TrackedHand(id: 1, answer: answer(moved: [0: SIMD2(0, -1)]), time: 0, selfie: true)
    #expect(pointing.reach == 0.25 * pointing.region.side && pointing.reach > 0.4 * Self.palm)
    for hand in [upright, pointing] {
      let knuckle = hand.answer.points[9]
      #expect(hand.holds(knuckle + SIMD2(0.59 * hand.reach, 0)) && !hand.holds(knuckle + SIMD2(0, 0.61 * hand.reach)))
    }
  }

  @Test func `the nearest of the lost hands has come back`() {
    let lost = [hand(1, at: SIMD2(30, 64)), hand(2, at: SIMD2(60, 64)), hand(3, at: SIMD2(80, 64))]
    #expect(TrackedHand.whichReturns(as: answer(at: SIMD2(68, 64)), at: 0.3, selfie: true, of: lost) == 1)
    #expect(TrackedHand.whichReturns(as: answer(at: SIMD2(72, 64)), at: 0.3, selfie: true, of: lost) == 2)
    #expect(TrackedHand.whichReturns(as: answer(), at: 0.3, selfie: true, of: []) == nil)
  }

  @Test(arguments: [(Float(2.95), true), (3.05, false)])
  func `a hand of the same side comes back from three palms away`(away: Float, isBack: Bool) {
    let back = answer(at: Self.middle + SIMD2(0, away * Self.palm))
    #expect((TrackedHand.whichReturns(as: back, at: 0.3, selfie: true, of: [hand()]) == 0) == isBack)
  }

  /// For a hand of the other side, two reasons are needed. The reasons are a short gap, a near place and an unsure
  /// side.
  @Test(arguments: [0.09, 0.3], [Float(0.5), 1])
  func `a hand of the other side needs two reasons`(gap: Double, away: Float) {
    for belief in [Float(0.88), 0.92] {
      let back = answer(at: Self.middle + SIMD2(away * Self.palm, 0), rightness: belief)
      let isBack = TrackedHand.whichReturns(as: back, at: gap, selfie: true, of: [hand(rightness: 0.03)]) == 0
      #expect(isBack == ([gap < 0.1, away < 0.6, belief < 0.9].count { $0 } >= 2), "\(belief)")
    }
  }

  /// A hand behind another comes out further along its path. If it has slowed, it comes out on the other hand. A
  /// wrong reading of its side, however sure, does not change its identity.
  @Test(arguments: [
    (Float(8), Float(0), true), (4, 0, true), (0, 0, true), (8, 0.5, true), (8, 0.7, false), (-4, 0, false), (12, 0, false),
  ])
  func `a hidden hand is expected on its way`(frames: Float, aside: Float, isBack: Bool) {
    let step = Self.palm / 4
    var lost = hand(at: Self.middle - SIMD2(20 * step, 0))
    for i in 1...20 { lost.saw(answer(at: Self.middle - SIMD2(Float(20 - i) * step, 0)), time: Double(i) / 30, selfie: true) }
    let back = answer(at: Self.middle + SIMD2(frames * step, aside * Self.palm), rightness: 0.03)
    func returns() -> Bool { TrackedHand.whichReturns(as: back, at: 28.0 / 30, selfie: true, of: [lost]) == 0 }
    #expect(!returns(), "for one that was lost in the open only its place speaks")
    lost.isHidden = true
    #expect(returns() == isBack)
  }

  /// The last readings before the loss are drawn to the front hand. They stand still, but the hidden hand's path
  /// continues.
  @Test(arguments: [0, 2, 3]) func `the way outlasts readings of the hand in front`(drawn: Int) {
    let step = Self.palm / 4
    var lost = hand(at: Self.middle - SIMD2(20 * step, 0))
    for i in 1...20 {
      let x = Float(min(i, 20 - drawn) - 20)
      lost.saw(answer(at: Self.middle + SIMD2(x * step, 0)), time: Double(i) / 30, selfie: true)
    }
    lost.isHidden = true
    // After 8 frames, at the place it reaches at half its velocity.
    let back = answer(at: Self.middle + SIMD2(4 * step, 0), rightness: 0.03)
    #expect(TrackedHand.whichReturns(as: back, at: 28.0 / 30, selfie: true, of: [lost]) == 0)
    #expect(lost.velocity.x > 0.2 * step * 30 && lost.velocity.x < 1.01 * step * 30)
  }

  /// Both hands were lost behind something. Each lies on the other's path.
  @Test(arguments: [(Float(0.97), 0), (0.03, 1)]) func `of two whose ways cross the side decides`(rightness: Float, who: Int) {
    func gone(_ id: Int, from x: Float, by step: Float, rightness: Float) -> TrackedHand {
      var hand = hand(id, at: SIMD2(x, 64), rightness: rightness)
      for i in 1...10 { hand.saw(answer(at: SIMD2(x + Float(i) * step, 64), rightness: rightness), time: Double(i) / 30, selfie: true) }
      hand.isHidden = true
      return hand
    }
    let lost = [gone(1, from: 25, by: 3.5, rightness: 0.97), gone(2, from: 103, by: -3.5, rightness: 0.03)]
    let back = answer(at: SIMD2(64, 64), rightness: rightness)
    for order in [[0, 1], [1, 0]] {
      let found = TrackedHand.whichReturns(as: back, at: 16.0 / 30, selfie: true, of: order.map { lost[$0] })
      #expect(found.map { order[$0] } == who, "\(order)")
    }
  }

  /// A hidden hand returns at most three palms from its last place. Its distance from its path is at most its own
  /// reach. A hand that appears further ahead is another hand, even of the same side.
  @Test(arguments: [(Float(2.9), true), (3.9, true), (4.8, false)]) func `a hand far ahead of a hidden hand is another one`(
    palms: Float, isBack: Bool
  ) {
    let step = Self.palm / 4
    var lost = hand(at: Self.middle - SIMD2(30 * step, 0))
    for i in 1...30 { lost.saw(answer(at: Self.middle - SIMD2(Float(30 - i) * step, 0)), time: Double(i) / 30, selfie: true) }
    lost.isHidden = true
    // After 16 frames it would be 4 palms further.
    let back = answer(at: Self.middle + SIMD2(palms * Self.palm, 0))
    #expect((TrackedHand.whichReturns(as: back, at: 46.0 / 30, selfie: true, of: [lost]) == 0) == isBack)
  }

  /// A hand at rest has no path. A hand that was seen once has none either.
  @Test(arguments: [false, true]) func `a hidden hand that rested is expected in its place`(hasMoved: Bool) {
    var lost = hand(at: hasMoved ? Self.middle - SIMD2(Self.palm, 0) : Self.middle)
    if hasMoved { lost.saw(answer(), time: 0.1, selfie: true) }
    if hasMoved { lost.stayed(at: 0.2) }
    lost.isHidden = true
    for away in [Float(0.5), 0.7, 2] {
      let back = answer(at: Self.middle + SIMD2(away * Self.palm, 0), rightness: 0.03)
      #expect((TrackedHand.whichReturns(as: back, at: 0.5, selfie: true, of: [lost]) == 0) == (away < 0.6))
    }
  }

  /// The model assumes a mirrored frame when it names a side.
  @Test(arguments: [(true, Handedness.right), (false, .left)])
  func `the side is the players own`(selfie: Bool, side: Handedness) {
    #expect(TrackedHand(id: 1, answer: answer(rightness: 0.9), time: 0, selfie: selfie).handedness == side)
  }

  @Test func `a reading that says nothing is a left hand until another says more`() {
    var hand = hand(rightness: 0.5)
    #expect(hand.handedness == .left && hand.handednessScore == 0.5)
    hand.saw(answer(rightness: 0.51), time: 0.1, selfie: true)
    #expect(hand.handedness == .right)
  }

  @Test(arguments: [(Float(0.08), true), (0.12, false)])
  func `two readings that agree are steady`(shift: Float, isSteady: Bool) {
    var hand = hand()
    #expect(!hand.isSteady, "one reading agrees with nothing")
    hand.saw(answer(moved: [8: SIMD2(shift, 0)]), time: 0.1, selfie: true)
    #expect(hand.isSteady == isSteady)
  }

  /// The hand rests before its side is decided. A kept result is not a second reading.
  @Test func `a kept hand does not vote for the side`() {
    var hand = hand(rightness: 0.6)
    for i in 1...8 { hand.stayed(at: Double(i) / 30) }
    #expect(hand.isKept && hand.frames == 9 && hand.lastSeen == 8.0 / 30)
    // These are only readings two and three. The side is still undecided.
    hand.saw(answer(rightness: 0.55), time: 0.4, selfie: true)
    #expect(!hand.isKept && hand.handedness == .right)
    hand.saw(answer(rightness: 0.1), time: 0.5, selfie: true)
    #expect(hand.handedness == .left && hand.disagreements == 0)
  }

  @Test func `a hand that returns has its number, votes and age`() {
    var lost = hand(7)
    for i in 1...4 { lost.saw(answer(), time: Double(i) / 30, selfie: true) }
    let back = TrackedHand.resuming(lost, answer: answer(at: SIMD2(70, 60), rightness: 0.3), time: 0.4, selfie: true)
    #expect(back.id == 7 && back.handedness == .right && back.disagreements == 1)
    #expect(back.frames == 6 && back.lastSeen == 0.4)
    #expect(back.answer.points[9] == SIMD2(70, 60))
  }
}
