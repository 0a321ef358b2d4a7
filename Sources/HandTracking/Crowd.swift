/// Tells hands apart that cross, and hands of several people. With several people there may be two left hands and two
/// right ones.
extension TrackedHand {
  /// Least share of a hand's box inside another hand's box. From this share on the hand may be behind the other one.
  static let leastCovered: Float = 0.1

  /// Whether the one hand that two regions show is this hand. Two regions show one hand when the other hand has gone
  /// behind it.
  /// Both hands are given as they were in the previous frame. The answer is the hand whose landmarks lay nearer to
  /// those that both regions show now.
  /// The model's handedness is not used: it means little while two hands overlap.
  func isRather(_ answers: [LandmarkModel.Answer], than other: TrackedHand) -> Bool {
    answers.reduce(0) { $0 + apart($1) } < answers.reduce(0) { $0 + other.apart($1) }
  }

  /// The same hand, marked as lost behind another one. It keeps its identity when it reappears.
  /// The first readings then show half a hand, so a doubtful reading must not make it a new hand.
  var hidden: TrackedHand {
    var hand = self
    hand.isHidden = true
    return hand
  }

  /// Whether the hand may be behind the other one. The places of both in the previous frame decide.
  func isBehind(_ other: TrackedHand) -> Bool { answer.landmarks.box.covered(by: other.answer.landmarks.box) > Self.leastCovered }

  /// Distance in pixels between a point and this lost hand's possible place.
  /// That place is the hand's last position. For a hand that went behind another one it is any point of a straight
  /// path.
  /// The path leads from the last position, at the last velocity, to the position at `time`.
  func away(_ point: SIMD2<Float>, at time: Double) -> Float {
    let from = point - answer.points[9]
    guard isHidden else { return length(from) }
    let way = velocity * Float(max(time - lastSeen, 0))
    let wholeWay = (way * way).sum()
    let share = wholeWay > 0 ? min(max((from * way).sum() / wholeWay, 0), 1) : 0
    return length(from - way * share)
  }

  /// Sorts the answers, those nearest to a matching lost hand first. Then, of two hands that return, neither takes the
  /// other's identity.
  static func returningFirst(
    _ answers: some Sequence<LandmarkModel.Answer>, at time: Double, selfie: Bool, of lost: [TrackedHand]
  ) -> [LandmarkModel.Answer] {
    let ways = answers.enumerated().map { i, answer in
      let from = whichReturns(as: answer, at: time, selfie: selfie, of: lost)
      return (way: from.map { lost[$0].away(answer.points[9], at: time) } ?? .infinity, place: i, answer: answer)
    }
    return ways.sorted { ($0.way, $0.place) < ($1.way, $1.place) }.map(\.answer)
  }

  /// Mean distance between these landmarks and the hand's last ones, in pixels.
  private func apart(_ answer: LandmarkModel.Answer) -> Float {
    zip(answer.points, self.answer.points).reduce(0) { $0 + length($1.0 - $1.1) } / Float(answer.points.count)
  }
}
