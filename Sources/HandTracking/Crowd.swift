/// Which hand is which where more than one person's are followed: there may be two left ones and two right ones. With two hands at most these rules are not used.
extension TrackedHand {
  /// Two regions show one hand, as one hand does that has gone behind another: whether it is rather this hand than the other one, both as they were in the frame before. It is the one whose landmarks
  /// lay nearer to what both regions show now; what they say of its side means little while two hands overlap.
  func isRather(_ answers: [LandmarkModel.Answer], than other: TrackedHand) -> Bool {
    answers.reduce(0) { $0 + away($1) } < answers.reduce(0) { $0 + other.away($1) }
  }

  /// It is behind another one, and comes out as itself: its first readings are of half a hand, so that a doubtful one does not make another hand of it.
  var hidden: TrackedHand {
    var hand = self
    hand.isHidden = true
    return hand
  }

  /// The same answers in another order, those first that lie nearest to a lost hand which they may be: so of two that come back none takes the other's place.
  static func returningFirst(
    _ answers: some Sequence<LandmarkModel.Answer>, at time: Double, selfie: Bool, of lost: [TrackedHand]
  ) -> [LandmarkModel.Answer] {
    let ways = answers.enumerated().map { i, answer in
      let from = whichReturns(as: answer, at: time, selfie: selfie, of: lost)
      return (way: from.map { length(lost[$0].answer.points[9] - answer.points[9]) } ?? .infinity, place: i, answer: answer)
    }
    return ways.sorted { ($0.way, $0.place) < ($1.way, $1.place) }.map(\.answer)
  }

  /// How far the landmarks lie from this hand's last ones on the mean, in pixels.
  private func away(_ answer: LandmarkModel.Answer) -> Float {
    zip(answer.points, self.answer.points).reduce(0) { $0 + length($1.0 - $1.1) } / Float(answer.points.count)
  }
}
