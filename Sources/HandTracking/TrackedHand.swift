import Hands

/// What the tracker keeps of one hand from frame to frame.
package struct TrackedHand {
  /// What is found nearer than this to a hand's middle, in palm lengths, is that hand: two hands that come in do not lie in one another.
  static let sameReach: Float = 0.6
  /// A hand that is back within this many palm lengths may be the lost one.
  static let returnReach: Float = 3
  /// So soon after a loss hardly another hand can have come, in seconds.
  static let soonest = 0.1
  /// Two readings of a hand that rests differ by less than this, in palm lengths: one that is further off may be a misreading, which must not be kept.
  static let steadyReach: Float = 0.1
  /// Time constant in seconds of the mean that is a hand's velocity. The last readings before it goes behind another hand may be drawn to that one: three of them at 30 frames a second are 0.37 of the mean.
  static let velocityLasts = 0.2
  /// How sure a reading of the other side must be to say that another hand has come into the place of a lost one.
  static let sureOfOther: Float = 0.9

  package internal(set) var id: Int
  /// Where to look next; the region of the last landmarks.
  package var region: Region
  package var answer: LandmarkModel.Answer
  package var lastSeen: Double
  package var frames = 1
  /// The last two readings agree.
  package private(set) var isSteady = false
  /// The answer is an earlier frame's.
  package private(set) var isKept = false
  /// It was lost behind another hand.
  package var isHidden = false
  /// Mean velocity of its middle, in pixels a second.
  package private(set) var velocity = SIMD2<Float>.zero
  /// Whether the model need run at all.
  package var still = StillRegion()
  /// Which side it is of.
  package var vote = SideVote()
  /// It holds something, as the tracker's owner says.
  package var isHeld = false
  /// When it moved.
  package private(set) var movement: LastMovement

  package init(id: Int, answer: LandmarkModel.Answer, time: Double, selfie: Bool) {
    self.id = id
    self.answer = answer
    region = answer.next
    lastSeen = time
    movement = LastMovement(at: time) { answer.points[$0.rawValue] }
    read(selfie: selfie)
  }

  /// Its source began again at this time, of another clock or after a pause: it may be another hand, so its side is read anew.
  package mutating func restarted(at time: Double) {
    lastSeen = time
    velocity = .zero
    movement.restarted(at: time)
    vote = SideVote()
    // The next frame is looked at, whatever it shows.
    still = StillRegion()
  }

  /// The model ran on a frame of this time.
  package mutating func saw(_ answer: LandmarkModel.Answer, time: Double, selfie: Bool) {
    let passed = time - lastSeen
    if passed > 0 {
      let step = (answer.points[9] - self.answer.points[9]) / Float(passed)
      velocity += (step - velocity) * Float(passed / (passed + Self.velocityLasts))
    }
    isSteady = zip(answer.points, self.answer.points).allSatisfy { length($0 - $1) < Self.steadyReach * reach }
    self.answer = answer
    region = answer.next
    lastSeen = time
    frames += 1
    isKept = false
    movement.see(size: reach, at: time) { answer.points[$0.rawValue] }
    if isHeld { movement.holds(at: time) }
    read(selfie: selfie)
  }

  /// Nothing has changed: the last answer holds at this time, too. It is no second vote.
  package mutating func stayed(at time: Double) {
    lastSeen = time
    velocity = .zero
    frames += 1
    isKept = true
    if isHeld { movement.holds(at: time) }
  }

  private mutating func read(selfie: Bool) { vote.read(Self.rightness(answer, selfie: selfie), at: lastSeen, isHeld: isHeld) }

  /// Belief that this is the player's own right hand, 0...1.
  private static func rightness(_ answer: LandmarkModel.Answer, selfie: Bool) -> Float {
    // The model's label is true of a mirrored picture. This is the one place in which it becomes the player's own.
    selfie ? answer.rightness : 1 - answer.rightness
  }

  /// The palm's length in pixels, as it would be seen from the front: a hand that points at the camera is no smaller for that.
  package var reach: Float { answer.reach }

  /// Whether what has its middle here, in pixels, is this hand.
  package func holds(_ point: SIMD2<Float>) -> Bool { length(point - answer.points[9]) < Self.sameReach * reach }

  package var handedness: Handedness { vote.side }
  /// How often the model disagreed with the side.
  package var disagreements: Int { vote.disagreements }
  package var handednessScore: Float { max(answer.rightness, 1 - answer.rightness) }

  /// The hand takes over a lost one's place in the player's eyes: same identity, same side.
  package static func resuming(_ lost: TrackedHand, answer: LandmarkModel.Answer, time: Double, selfie: Bool) -> TrackedHand {
    var hand = lost
    // What its region looked like before says nothing of where it is now.
    hand.still = StillRegion()
    hand.isHidden = false
    hand.saw(answer, time: time, selfie: selfie)
    return hand
  }

  /// Which of the lost hands has come back with this answer: the nearest of those that it may be. A hand of the same side may be anywhere near; for one of the
  /// other side two of three must speak: it was lost too shortly ago for another hand to come, or behind one, it was in this very place (one behind another: on its way), the answer is not sure of its side.
  /// Nil: it is a new hand.
  package static func whichReturns(as answer: LandmarkModel.Answer, at time: Double, selfie: Bool, of lost: [TrackedHand]) -> Int? {
    let right = rightness(answer, selfie: selfie)
    let side: Handedness = right > 0.5 ? .right : .left
    func away(_ i: Int) -> Float { lost[i].away(answer.points[9], at: time) }
    let isDoubtful = max(right, 1 - right) < sureOfOther
    // Of two whose ways cross, what is sure of its side is rather the one of that side.
    func cost(_ i: Int) -> Float { away(i) + (isDoubtful || lost[i].handedness == side ? 0 : sameReach * lost[i].reach) }
    return lost.indices.filter { i in
      let hand = lost[i]
      let isInPlace = away(i) < sameReach * hand.reach
      guard isInPlace || length(answer.points[9] - hand.answer.points[9]) < returnReach * hand.reach else { return false }
      if hand.handedness == side { return true }
      let isSoon = time - hand.lastSeen < soonest
      return [isSoon || hand.isHidden, isInPlace, isDoubtful].count { $0 } >= 2
    }.min { cost($0) < cost($1) }
  }

  func hand() -> Hand {
    Hand(
      id: id, handedness: handedness, handednessScore: handednessScore, confidence: answer.presence, landmarks: answer.landmarks,
      world: answer.world, isKept: isKept)
  }

  /// The same hand found twice: at least 10 of 21 landmarks within 0.2 palm sizes and boxes that overlap by more than 0.2.
  package static func areOne(_ a: LandmarkModel.Answer, _ b: LandmarkModel.Answer) -> Bool {
    guard a.landmarks.box.overlap(b.landmarks.box) > 0.2 else { return false }
    let palm = max(length(a.points[9] - a.points[0]), length(b.points[9] - b.points[0]))
    let close = (0..<Landmarks.count).count { length(a.points[$0] - b.points[$0]) < 0.2 * palm }
    return close >= 10
  }
}

extension LandmarkModel.Answer {
  /// The palm's length in pixels, as it would be seen from the front.
  var reach: Float { max(length(points[9] - points[0]), 0.25 * next.side) }
}

@inline(__always) func length(_ v: SIMD2<Float>) -> Float { (v * v).sum().squareRoot() }
