import HandTracking
import Hands
import Testing

/// Tests of the vote on a hand's side. The first five frames vote, each with its weight. From then on the side stays,
/// until most readings of a second disagree while the hand holds nothing.
@Suite struct SideVoteTests {
  /// Shows one hand with these readings, frame by frame. Returns its sides and scores, and how many readings the vote
  /// resisted.
  private func sides(_ readings: [Float], isHeld: Bool = false) throws -> (sides: [Handedness], scores: [Float], resisted: Int) {
    let world = TrueWorld([])
    let tracker = try HandTracker(world.models(), maxHands: 1)
    var sides: [Handedness] = []
    var scores: [Float] = []
    for (i, rightness) in readings.enumerated() {
      world.hands = [.init(at: SIMD2(64, 64), rightness: rightness)]
      if isHeld { tracker.keep([1]) }
      let hand = try #require(try tracker.process(TrueWorld.frame(i, at: Double(i) / 30)).hands.first)
      #expect(hand.id == 1)
      sides.append(hand.handedness)
      scores.append(hand.handednessScore)
    }
    return (sides, scores, tracker.quality.flipsResisted)
  }

  @Test func `a sure reading weighs more than many doubtful ones`() throws {
    let seen = try sides([0.97, 0.42, 0.42, 0.42, 0.42, 0.42])
    #expect(seen.sides == [Handedness](repeating: .right, count: 6))
    #expect(abs(seen.scores[0] - 0.97) < 1e-4 && abs(seen.scores[1] - 0.58) < 1e-4, "the score is this frame's own")
    // Only the sixth reading contradicts a side that is certain by then.
    #expect(seen.resisted == 1)
  }

  @Test func `a first reading that was wrong is corrected`() throws {
    let seen = try sides([0.6, 0.1, 0.1, 0.1, 0.1, 0.1])
    #expect(seen.sides == [.right, .left, .left, .left, .left, .left])
    #expect(seen.resisted == 0)
  }

  /// Readings that are wrong for five frames, then right.
  private static let misread = [Float](repeating: 0.9, count: 5) + [Float](repeating: 0.02, count: 35)

  @Test func `first readings that were wrong are overruled within the first second`() throws {
    let seen = try sides(Self.misread)
    // Twelve readings are in the last 0.4 s. With the fourteenth their mean is (3 * 0.4 - 9 * 0.48) / 12 = -0.26,
    // before it -0.19.
    #expect(seen.sides == [Handedness](repeating: .right, count: 13) + [Handedness](repeating: .left, count: 27))
    #expect(seen.resisted == 9)
  }

  /// Readings of one side for a second, then of the other.
  @Test func `a side that most readings of the last second contradict is decided again`() {
    var vote = SideVote()
    var sides: [Handedness] = []
    for i in 0..<120 {
      vote.read(i < 40 ? 0.9 : 0.02, at: Double(i) / 30, isHeld: false)
      sides.append(vote.side)
    }
    // Most of the time since the first five must contradict, too. That is 34 steps for the side, then 35 against it.
    #expect(sides.firstIndex(of: .left) == 74 && sides[74...].allSatisfy { $0 == .left })
  }

  @Test func `a side that the place decided is not overruled by the first readings`() {
    var vote = SideVote()
    for i in 0..<29 {
      vote.read(0.9, at: Double(i) / 30, isHeld: false)
      if i == 9 { vote.decide(.left) }
    }
    #expect(vote.side == .left)
  }

  @Test func `a hand that holds something keeps its side whatever is read`() throws {
    let seen = try sides(Self.misread, isHeld: true)
    #expect(seen.sides == [Handedness](repeating: .right, count: 40) && seen.resisted == 35)
  }

  /// The readings of the last second, in groups of five.
  @Test(arguments: [(3, Handedness.right), (4, .left)]) func `four of five readings must say otherwise`(against: Int, side: Handedness) {
    var vote = SideVote()
    for i in 0..<5 { vote.read(0.9, at: Double(i) / 30, isHeld: false) }
    for i in 5..<99 { vote.read(i % 5 < against ? 0.1 : 0.9, at: Double(i) / 30, isHeld: false) }
    #expect(vote.side == side && vote.isCertain == (side == .left))
  }

  /// Two readings per second: five of them take 2.5 seconds.
  @Test func `on a slow camera five readings decide`() {
    var vote = SideVote()
    var sides: [Handedness] = []
    for (i, right) in ([0.9, 0.9, 0.9, 0.9, 0.9, 0.1, 0.1, 0.1, 0.1] as [Float]).enumerated() {
      vote.read(right, at: Double(i) / 2, isHeld: false)
      sides.append(vote.side)
    }
    #expect(sides == [Handedness](repeating: .right, count: 8) + [.left])
  }

  /// Readings recorded at 12.5 s of the film `ruben_hand`. A right hand has mixed first readings and turns later on.
  /// `R` is a reading of a right hand.
  private static let recorded =
    "RRlllRlRlRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRlRRRRRRRRRRRRRR" + "lllRllllllllllllllllllllllllllRRRRRRRRRlRllllll"

  @Test func `a hand of a film gets the side of its later readings`() {
    var vote = SideVote()
    var changes: [Int] = []
    for (i, reading) in Self.recorded.enumerated() {
      let first: [Float] = [0.88, 0.84, 0.19, 0.12, 0.1]
      let before = vote.side
      vote.read(i < first.count ? first[i] : reading == "R" ? 0.85 : 0.2, at: Double(i) / 15, isHeld: false)
      if i >= Self.voters, vote.side != before { changes.append(i) }
      if i == Self.voters - 1 { #expect(vote.side == .left && vote.isDecided) }
      if i == 50 { #expect(vote.side == .right && vote.isCertain) }
    }
    // There are fifteen readings per second. A right hand that turns for two seconds stays a right hand.
    #expect(changes == [12])
  }

  /// The hand's side is clear for ten seconds. Then the hand rolls.
  @Test func `a roll of three seconds changes no side, and another hand's ten seconds do`() {
    var vote = SideVote()
    for i in 0..<300 { vote.read(0.9, at: Double(i) / 30, isHeld: false) }
    for i in 300..<390 { vote.read(0.05, at: Double(i) / 30, isHeld: false) }
    #expect(vote.side == .right)
    for i in 390..<600 { vote.read(0.05, at: Double(i) / 30, isHeld: false) }
    #expect(vote.side == .left)
  }
  private static let voters = 5
}

/// Tests of two hands with the same label.
@Suite struct SidesByPlaceTests {
  /// Returns a hand at this place. Its last ten readings are these five, twice.
  private func hand(_ id: Int, x: Float, _ readings: [Float]) -> TrackedHand {
    func answer(_ rightness: Float) -> LandmarkModel.Answer {
      let points = TrueWorld.shape.map { SIMD2(x, 64) + $0 * 14 }
      let landmarks = Landmarks(points.map { Landmark(x: $0.x / 128, y: $0.y / 128) })
      return LandmarkModel.Answer(points: points, landmarks: landmarks, world: landmarks, presence: 0.99, rightness: rightness)
    }
    var hand = TrackedHand(id: id, answer: answer(readings[0]), time: 0, selfie: true)
    for i in 1..<10 { hand.saw(answer(readings[i % readings.count]), time: Double(i) / 30, selfie: true) }
    return hand
  }
  private static let rather = (right: [0.9, 0.9, 0.4, 0.8, 0.4] as [Float], left: [0.1, 0.1, 0.6, 0.2, 0.6] as [Float])

  private func sides(_ hands: [TrackedHand], selfie: Bool = true) -> [Handedness] {
    var hands = hands
    TrackedHand.decideByPlace(&hands, selfie: selfie)
    return hands.map(\.handedness)
  }

  @Test func `the one further to the player's left is the left one`() {
    for readings in [Self.rather.right, Self.rather.left] {
      #expect(sides([hand(1, x: 30, readings), hand(2, x: 90, readings)]) == [.left, .right])
      #expect(sides([hand(1, x: 90, readings), hand(2, x: 30, readings)]) == [.right, .left])
      // Without a mirror the player's left is on the right.
      #expect(sides([hand(1, x: 30, readings), hand(2, x: 90, readings)], selfie: false) == [.right, .left])
    }
  }

  /// Two hands that are certainly right belong to two people.
  @Test func `a hand that is certain leaves both as they are`() {
    let certain = [Float](repeating: 0.9, count: 5)
    #expect(sides([hand(1, x: 30, certain), hand(2, x: 90, certain)]) == [.right, .right])
    #expect(sides([hand(1, x: 30, certain), hand(2, x: 90, Self.rather.right)]) == [.right, .right])
  }

  @Test func `hands with different labels, hands that overlap and a third hand leave all as they are`() {
    let (right, left) = (Self.rather.right, Self.rather.left)
    #expect(sides([hand(1, x: 30, right), hand(2, x: 90, left)]) == [.right, .left])
    #expect(sides([hand(1, x: 50, right), hand(2, x: 60, right)]) == [.right, .right])
    #expect(sides([hand(1, x: 30, right), hand(2, x: 90, right), hand(3, x: 60, right)]) == [.right, .right, .right])
  }

  @Test func `a hand that holds something keeps its label`() {
    var left = hand(1, x: 30, Self.rather.right)
    left.isHeld = true
    #expect(sides([left, hand(2, x: 90, Self.rather.right)]) == [.right, .right])
    left.isHeld = false
    var right = hand(2, x: 90, Self.rather.right)
    right.isHeld = true
    #expect(sides([left, right]) == [.left, .right])
  }
}
