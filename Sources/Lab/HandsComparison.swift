import Hands
import Perception
import Supervisor

/// The agreement of tracked hands with a reference, frame by frame.
/// A hand that only one side has lowers the agreement, except in `pairedWithin5`.
public struct HandsComparison: Codable, Sendable {
  /// Number of frames of the longer file.
  /// The shorter one counts as seeing nothing after its end.
  public var frames = 0
  /// Number of frames that only one of the two has.
  public var unequalFrames = 0
  /// Number of frames on which the reference sees a hand.
  public var referenceFrames = 0
  /// Number of those on which we see a hand.
  public var coveredFrames = 0
  /// Number of frames on which we see a hand.
  public var ourFrames = 0
  /// Number of hands that were paired.
  public var pairs = 0
  /// Number of hands of the reference without a partner.
  public var missed = 0
  /// Number of our hands without a partner.
  public var extra = 0
  /// Fraction of landmarks near the partner's, 0...1.
  /// The limit is 2 % of the hand's size.
  /// It includes hands without a partner.
  public var within2 = 0.0
  /// The fraction within 5 %.
  public var within5 = 0.0
  /// The fraction within 6 %.
  public var within6 = 0.0
  /// The fraction within 10 %.
  public var within10 = 0.0
  /// `within5` without second reports of one hand.
  /// Of several reports only the first in the list counts, on either side; the others are counted in
  /// `duplicates` and `referenceDuplicates`.
  public var distinctWithin5 = 0.0
  /// Fraction of the landmarks of paired hands alone within 5 %, 0...1.
  /// Second reports of one hand are left out. It tells how well hands agree that both sides see. A hand without
  /// a partner less than its own size away does not count.
  public var pairedWithin5 = 0.0
  /// Number of pairs with the same handedness.
  public var sameHandedness = 0
  /// Number of our second reports of one real hand.
  public var duplicates = 0
  /// Number of the reference's second reports.
  public var referenceDuplicates = 0
  /// Number of identities that jump to another hand.
  public var swaps = 0
  /// Number of changes of the side in one place between two frames.
  /// Identities do not count here, because the reference does not have them.
  public var flips = 0
  /// Number of such changes of the reference.
  public var referenceFlips = 0

  /// Creates an empty comparison.
  public init() {}

  /// Fraction of the reference's frames with a hand that we cover.
  /// It is 0...1.
  public var coverage: Double { referenceFrames == 0 ? 1 : Double(coveredFrames) / Double(referenceFrames) }

  /// Compares two files of hands.
  ///
  /// - Parameters:
  ///   - ours, reference: lines are paired by their order.
  ///   - aspect: width / height for files without it.
  public static func compare(ours: [HandsLine], reference: [HandsLine], aspect: Float) -> HandsComparison {
    var result = HandsComparison()
    var all = Pairing()
    var distinct = Pairing()
    var previous: HandFrame?
    var previousReference: HandFrame?
    result.frames = max(ours.count, reference.count)
    result.unequalFrames = abs(ours.count - reference.count)
    for i in 0..<result.frames {
      let b = i < reference.count ? reference[i].handFrame(aspect: aspect) : nil
      let a = i < ours.count ? ours[i].handFrame(aspect: b?.aspect ?? aspect) : nil
      let ratio = a?.aspect ?? b?.aspect ?? aspect
      let (mine, theirs) = (a?.hands ?? [], b?.hands ?? [])
      if !theirs.isEmpty { result.referenceFrames += 1 }
      if !mine.isEmpty { result.ourFrames += 1 }
      if !mine.isEmpty, !theirs.isEmpty { result.coveredFrames += 1 }
      let (second, theirSecond) = (duplicates(mine, ratio), duplicates(theirs, ratio))
      all.add(mine, theirs, ratio)
      distinct.add(without(second, mine), without(theirSecond, theirs), ratio)
      result.duplicates += second.count
      result.referenceDuplicates += theirSecond.count
      if let a {
        result.flips += changes(from: previous, to: a, ratio) { $0.handedness != $1.handedness }
        result.swaps += changes(from: previous, to: a, ratio) { $0.id != $1.id }
      }
      if let b { result.referenceFlips += changes(from: previousReference, to: b, ratio) { $0.handedness != $1.handedness } }
      previous = a
      previousReference = b
    }
    (result.pairs, result.missed, result.extra, result.sameHandedness) = (all.pairs, all.missed, all.extra, all.sameHandedness)
    (result.within2, result.within5, result.within6, result.within10) = (all.share(0), all.share(1), all.share(2), all.share(3))
    result.distinctWithin5 = distinct.share(1)
    result.pairedWithin5 = distinct.shareOfPairs(1)
    return result
  }

  /// The hands of both sides, frame by frame.
  private struct Pairing {
    /// Limits of a landmark's distance, as fractions of hand size.
    static let limits: [Float] = [0.02, 0.05, 0.06, 0.10]

    var pairs = 0
    var missed = 0
    var extra = 0
    var sameHandedness = 0
    /// Number of landmarks within each of the limits.
    var points = limits.map { _ in 0 }

    /// Returns the fraction of all landmarks within a limit, 0...1.
    func share(_ limit: Int) -> Double { Double(points[limit]) / Double(max((pairs + missed + extra) * Landmarks.count, 1)) }

    /// Returns the same fraction for hands with a partner.
    func shareOfPairs(_ limit: Int) -> Double { Double(points[limit]) / Double(max(pairs * Landmarks.count, 1)) }

    /// Pairs the hands of one frame, the nearest first.
    mutating func add(_ ours: [Hand], _ reference: [Hand], _ aspect: Float) {
      var free = ours
      var open = reference
      while let (i, j) = free.indices.flatMap({ i in open.indices.map { (i, $0) } })
        .min(by: { HandsComparison.far(free[$0.0], open[$0.1], aspect) < HandsComparison.far(free[$1.0], open[$1.1], aspect) }),
        HandsComparison.far(free[i], open[j], aspect) < 1
      {
        let mine = free.remove(at: i)
        let theirs = open.remove(at: j)
        let size = theirs.landmarks.size(aspect: aspect)
        pairs += 1
        if mine.handedness == theirs.handedness { sameHandedness += 1 }
        for k in 0..<Landmarks.count {
          let dx = (mine.landmarks[k].x - theirs.landmarks[k].x) * aspect
          let dy = mine.landmarks[k].y - theirs.landmarks[k].y
          let d = (dx * dx + dy * dy).squareRoot() / size
          for (n, limit) in Self.limits.enumerated() where d < limit { points[n] += 1 }
        }
      }
      missed += open.count
      extra += free.count
    }
  }

  /// Returns the number of hands that differ from their predecessor.
  /// The predecessor is the hand in the same place one frame before.
  private static func changes(from before: HandFrame?, to now: HandFrame, _ aspect: Float, _ differ: (Hand, Hand) -> Bool) -> Int {
    now.hands.count { hand in
      let nearest = before?.hands.min { near($0.landmarks, hand.landmarks, aspect) < near($1.landmarks, hand.landmarks, aspect) }
      guard let nearest, near(nearest.landmarks, hand.landmarks, aspect) < 0.5 else { return false }
      return differ(nearest, hand)
    }
  }

  /// Returns the mean landmark distance, in sizes of the first hand.
  private static func near(_ a: Landmarks, _ b: Landmarks, _ aspect: Float) -> Float {
    var sum: Float = 0
    for k in 0..<Landmarks.count {
      let dx = (a[k].x - b[k].x) * aspect
      let dy = a[k].y - b[k].y
      sum += (dx * dx + dy * dy).squareRoot()
    }
    return sum / Float(Landmarks.count) / a.size(aspect: aspect)
  }

  /// Returns the mean distance of two hands, in sizes of the second.
  private static func far(_ a: Hand, _ b: Hand, _ aspect: Float) -> Float { near(b.landmarks, a.landmarks, aspect) }

  /// Returns the list places of hands that repeat an earlier report.
  /// The earlier report must not be a repetition itself.
  private static func duplicates(_ hands: [Hand], _ aspect: Float) -> [Int] {
    var first: [Int] = []
    for place in hands.indices where !first.contains(where: { isOneHand(hands[$0], hands[place], aspect) }) { first.append(place) }
    return hands.indices.filter { !first.contains($0) }
  }

  private static func isOneHand(_ a: Hand, _ b: Hand, _ aspect: Float) -> Bool {
    let close = (0..<Landmarks.count).count { k in
      let dx = (a.landmarks[k].x - b.landmarks[k].x) * aspect
      let dy = a.landmarks[k].y - b.landmarks[k].y
      return (dx * dx + dy * dy).squareRoot() < 0.2 * a.landmarks.size(aspect: aspect)
    }
    return close >= 10 && a.box.overlap(b.box) > 0.2
  }

  private static func without(_ places: [Int], _ hands: [Hand]) -> [Hand] {
    hands.indices.filter { !places.contains($0) }.map { hands[$0] }
  }
}
