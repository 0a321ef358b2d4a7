import Hands
import Lab
import Perception
import Testing

/// Tests of the comparison with a reference. It counts every deviation against our tracker.
@Suite struct HandsComparisonTests {
  /// Returns a hand with its wrist at `x`. It is a quarter of the frame's height large.
  private func hand(_ x: Double, _ handedness: Handedness = .left, id: Int? = 1) -> HandsLine.Seen {
    let points = (0..<Landmarks.count).map { Landmark(x: Float(x) + Float($0 % 5) * 0.02, y: 0.8 - Float($0) * 0.25 / 9) }
    return .init(handedness: handedness, landmarks: Landmarks(points), id: id)
  }

  private func film(_ frames: [[HandsLine.Seen]]) -> [HandsLine] {
    frames.enumerated().map { HandsLine(frame: $0, t: Double($0) / 30, aspect: 1, hands: $1) }
  }

  private func compare(_ ours: [[HandsLine.Seen]], _ reference: [[HandsLine.Seen]]) -> HandsComparison {
    .compare(ours: film(ours), reference: film(reference), aspect: 1)
  }

  @Test func `the same agrees`() {
    let frames = [[hand(0.2), hand(0.7, .right, id: 2)], [hand(0.2)], []]
    let c = compare(frames, frames)
    #expect(c.within2 == 1 && c.pairs == 3 && c.missed == 0 && c.extra == 0 && c.sameHandedness == 3)
    #expect(c.frames == 3 && c.unequalFrames == 0 && c.coverage == 1 && c.flips == 0 && c.swaps == 0 && c.duplicates == 0)
  }

  @Test func `hands without a partner count against the agreement`() {
    let both = [hand(0.2), hand(0.7, .right, id: 2)]
    let missing = compare([[hand(0.2)], both], [both, both])
    #expect(missing.missed == 1 && missing.extra == 0 && missing.within5 == 0.75)
    let tooMany = compare([both, both], [[hand(0.2)], both])
    #expect(tooMany.missed == 0 && tooMany.extra == 1 && tooMany.within5 == 0.75)
  }

  @Test func `a file that ends early counts as seeing nothing`() {
    let one = [hand(0.2)]
    let short = compare([one, one], [one, one, one, one])
    #expect(short.frames == 4 && short.unequalFrames == 2 && short.within5 == 0.5 && short.coverage == 0.5 && short.missed == 2)
    let long = compare([one, one, one, one], [one, one])
    #expect(long.frames == 4 && long.unequalFrames == 2 && long.within5 == 0.5 && long.extra == 2)
  }

  /// A new identity must not hide a changed side. The place identifies the hand.
  @Test func `flips go by place on both sides`() {
    let steady = [[hand(0.2)], [hand(0.2)], [hand(0.2)]]
    let flipping = [[hand(0.2)], [hand(0.2, .right, id: 2)], [hand(0.2, .left, id: 3)]]
    #expect(compare(flipping, steady).flips == 2)
    #expect(compare(flipping, steady).swaps == 2)
    #expect(compare(steady, flipping).referenceFlips == 2 && compare(steady, flipping).flips == 0)
    // Two hands that stay in place do not flip. The order in the list does not matter.
    let (a, b) = (hand(0.2), hand(0.7, .right, id: 2))
    #expect(compare([[a, b], [b, a]], steady).flips == 0)
  }

  /// Each hand is paired with the nearest one. The order in the list does not matter.
  @Test func `the nearest are paired`() {
    // The reference's first hand lies 0.03 from ours. Its second lies 0.01 from the same one and is its partner.
    let c = compare([[hand(0.22), hand(0.40, id: 2)]], [[hand(0.25), hand(0.21)]])
    #expect(c.pairs == 2 && c.within5 == 0.5)
  }

  @Test func `a second hand on one hand is a duplicate`() {
    let c = compare([[hand(0.2), hand(0.21, .right, id: 2)]], [[hand(0.2)]])
    #expect(c.duplicates == 1 && c.referenceDuplicates == 0 && c.extra == 1)
  }

  /// A second report of one hand can be left out. Only the side that has it leaves it out.
  @Test func `a second report can be left out`() {
    let (one, again, other) = (hand(0.2), hand(0.21, .right, id: 2), hand(0.7, .right, id: 3))
    let theirs = compare([[one, other]], [[one, again, other]])
    #expect(theirs.referenceDuplicates == 1 && theirs.missed == 1 && theirs.distinctWithin5 == 1)
    #expect(abs(theirs.within5 - 2.0 / 3) < 1e-9)
    let ours = compare([[one, again]], [[one]])
    #expect(ours.within5 == 0.5 && ours.distinctWithin5 == 1)
    // Three reports of one hand are two too many.
    let thrice = compare([[one]], [[one, again, hand(0.19, id: 4)]])
    #expect(thrice.referenceDuplicates == 2 && thrice.missed == 2 && thrice.distinctWithin5 == 1)
    // A hand that only one side has is not a second report.
    let alone = compare([[one]], [[one, other]])
    #expect(alone.referenceDuplicates == 0 && alone.distinctWithin5 == 0.5)
  }

  /// The agreement counts only hands that both sides see. Hands of one side do not affect it, but the position of the
  /// other hands' points does.
  @Test func `hands of one side alone can be left out`() {
    let (one, off, other) = (hand(0.2), hand(0.25), hand(0.7, .right, id: 3))
    let half = compare([[one, other], [one], []], [[one], [off, other], [one]])
    #expect(half.pairs == 2 && half.extra == 1 && half.missed == 2 && half.pairedWithin5 == 0.5 && half.within5 == 0.2)
    // The second of two reports of one hand is left out. It is so even if it lies nearer.
    #expect(compare([[off, hand(0.2, .right, id: 2)]], [[one]]).pairedWithin5 == 0)
    // Without a hand that both sides see, they do not agree.
    #expect(compare([[one]], [[]]).pairedWithin5 == 0)
  }
}
