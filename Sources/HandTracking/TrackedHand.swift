import Hands

/// The tracker's state of one hand from frame to frame.
package struct TrackedHand {
  /// Largest distance of a detection that is this hand, in palm lengths. It is measured from the hand's centre. Two
  /// hands that come in do not lie in one another.
  static let sameReach: Float = 0.6
  /// Largest distance of a returning hand, in palm lengths. Further away it is not the lost hand.
  static let returnReach: Float = 3
  /// Time in seconds after a loss in which hardly another hand comes.
  static let soonest = 0.1
  /// Largest difference between two readings at rest, in palm lengths. A larger one may be a misreading, which must not
  /// be kept.
  static let steadyReach: Float = 0.1
  /// Time constant of the mean velocity, in seconds. The last readings before a hand goes behind another one may be
  /// drawn to that one. Three of them at 30 frames a second are 0.37 of the mean.
  static let velocityLasts = 0.2
  /// Least certainty of a reading that shows another hand. Such a reading has the other side than a lost hand, at its
  /// place.
  static let sureOfOther: Float = 0.9

  package internal(set) var id: Int
  /// Region for the next frame, or that of the last landmarks.
  package var region: Region
  package var answer: LandmarkModel.Answer
  package var lastSeen: Double
  package var frames = 1
  /// Whether the last two readings agree.
  package private(set) var isSteady = false
  /// Whether the answer is an earlier frame's.
  package private(set) var isKept = false
  /// Whether the hand was lost behind another one.
  package var isHidden = false
  /// Mean velocity of its centre, in pixels a second.
  package private(set) var velocity = SIMD2<Float>.zero
  /// Decides whether the model must run.
  package var still = StillRegion()
  /// Decides the hand's side.
  package var vote = SideVote()
  /// Whether the hand holds a control, as the tracker's owner reports.
  package var isHeld = false
  /// The hand's last movement.
  package private(set) var movement: LastMovement

  package init(id: Int, answer: LandmarkModel.Answer, time: Double, selfie: Bool) {
    self.id = id
    self.answer = answer
    region = answer.next
    lastSeen = time
    movement = LastMovement(at: time) { answer.points[$0.rawValue] }
    read(selfie: selfie)
  }

  /// Restarts the hand when its source began again. That is after a pause or with another clock. It may be another
  /// hand, so the side is decided anew.
  package mutating func restarted(at time: Double) {
    lastSeen = time
    velocity = .zero
    movement.restarted(at: time)
    vote = SideVote()
    // The model runs on the next frame, whatever it shows.
    still = StillRegion()
  }

  /// Records that the model ran on a frame of this time.
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

  /// Records a frame in which nothing has changed. The last answer holds at this time, too. It does not vote on the
  /// side again.
  package mutating func stayed(at time: Double) {
    lastSeen = time
    velocity = .zero
    frames += 1
    isKept = true
    if isHeld { movement.holds(at: time) }
  }

  private mutating func read(selfie: Bool) { vote.read(Self.rightness(answer, selfie: selfie), at: lastSeen, isHeld: isHeld) }

  /// Probability that this is the player's own right hand, 0...1.
  private static func rightness(_ answer: LandmarkModel.Answer, selfie: Bool) -> Float {
    // The model's label is for a mirrored frame. Only this line converts it to the player's own side.
    selfie ? answer.rightness : 1 - answer.rightness
  }

  /// The palm's length in pixels, as seen from the front. A hand that points at the camera does not count as smaller.
  package var reach: Float { answer.reach }

  /// Whether a detection with its centre here, in pixels, is this hand.
  package func holds(_ point: SIMD2<Float>) -> Bool { length(point - answer.points[9]) < Self.sameReach * reach }

  package var handedness: Handedness { vote.side }
  /// Number of readings that disagreed with the side.
  package var disagreements: Int { vote.disagreements }
  package var handednessScore: Float { max(answer.rightness, 1 - answer.rightness) }

  /// Returns the hand that continues a lost one: same identity, same side.
  package static func resuming(_ lost: TrackedHand, answer: LandmarkModel.Answer, time: Double, selfie: Bool) -> TrackedHand {
    var hand = lost
    // The earlier print of its region says nothing of its region now.
    hand.still = StillRegion()
    hand.isHidden = false
    hand.saw(answer, time: time, selfie: selfie)
    return hand
  }

  /// Returns the index of the lost hand that has come back. It is the nearest one that this answer may be. Nil: it is a
  /// new hand.
  /// A lost hand of the same side may be anywhere near. One of the other side needs two of three conditions.
  /// The first: it was lost too recently for another hand to come, or behind another hand. The second: it was in this
  /// very place (for a hidden hand: on its path). The third: the answer is unsure of its side.
  package static func whichReturns(as answer: LandmarkModel.Answer, at time: Double, selfie: Bool, of lost: [TrackedHand]) -> Int? {
    let right = rightness(answer, selfie: selfie)
    let side: Handedness = right > 0.5 ? .right : .left
    func away(_ i: Int) -> Float { lost[i].away(answer.points[9], at: time) }
    let isDoubtful = max(right, 1 - right) < sureOfOther
    // If two paths cross, a sure answer prefers its own side.
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

  /// Whether two answers are the same hand. At least 10 of 21 landmarks are then within 0.2 palm sizes, and the boxes
  /// overlap by more than 0.2.
  package static func areOne(_ a: LandmarkModel.Answer, _ b: LandmarkModel.Answer) -> Bool {
    guard a.landmarks.box.overlap(b.landmarks.box) > 0.2 else { return false }
    let palm = max(length(a.points[9] - a.points[0]), length(b.points[9] - b.points[0]))
    let close = (0..<Landmarks.count).count { length(a.points[$0] - b.points[$0]) < 0.2 * palm }
    return close >= 10
  }
}

extension LandmarkModel.Answer {
  /// The palm's length in pixels, as seen from the front.
  var reach: Float { max(length(points[9] - points[0]), 0.25 * next.side) }
}

@inline(__always) func length(_ v: SIMD2<Float>) -> Float { (v * v).sum().squareRoot() }
