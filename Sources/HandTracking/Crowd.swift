/// Which hand is which where two cross, or where more than one person's are followed: then there may be two left ones and two right ones.
extension TrackedHand {
  /// A hand of whose box at least so much lies in another hand's box may be behind that one.
  static let leastCovered: Float = 0.1

  /// Two regions show one hand, as one hand does that has gone behind another: whether it is rather this hand than the other one, both as they were in the frame before. It is the one whose landmarks
  /// lay nearer to what both regions show now; what they say of its side means little while two hands overlap.
  func isRather(_ answers: [LandmarkModel.Answer], than other: TrackedHand) -> Bool {
    answers.reduce(0) { $0 + apart($1) } < answers.reduce(0) { $0 + other.apart($1) }
  }

  /// It is behind another one, and comes out as itself: its first readings are of half a hand, so that a doubtful one does not make another hand of it.
  var hidden: TrackedHand {
    var hand = self
    hand.isHidden = true
    return hand
  }

  /// It may be behind the other hand, by where both were in the frame before.
  func isBehind(_ other: TrackedHand) -> Bool { answer.landmarks.box.covered(by: other.answer.landmarks.box) > Self.leastCovered }

  /// How far a point lies in pixels from where this lost hand may be: from its last place or, of one that has gone behind another hand, from the straight way there from its last place at its velocity, up to where it would be at this time.
  func away(_ point: SIMD2<Float>, at time: Double) -> Float {
    let from = point - answer.points[9]
    guard isHidden else { return length(from) }
    let way = velocity * Float(max(time - lastSeen, 0))
    let wholeWay = (way * way).sum()
    let share = wholeWay > 0 ? min(max((from * way).sum() / wholeWay, 0), 1) : 0
    return length(from - way * share)
  }

  /// The same answers in another order, those first that lie nearest to a lost hand which they may be: so of two that come back none takes the other's place.
  static func returningFirst(
    _ answers: some Sequence<LandmarkModel.Answer>, at time: Double, selfie: Bool, of lost: [TrackedHand]
  ) -> [LandmarkModel.Answer] {
    let ways = answers.enumerated().map { i, answer in
      let from = whichReturns(as: answer, at: time, selfie: selfie, of: lost)
      return (way: from.map { lost[$0].away(answer.points[9], at: time) } ?? .infinity, place: i, answer: answer)
    }
    return ways.sorted { ($0.way, $0.place) < ($1.way, $1.place) }.map(\.answer)
  }

  /// How far the landmarks lie from this hand's last ones on the mean, in pixels.
  private func apart(_ answer: LandmarkModel.Answer) -> Float {
    zip(answer.points, self.answer.points).reduce(0) { $0 + length($1.0 - $1.1) } / Float(answer.points.count)
  }
}
