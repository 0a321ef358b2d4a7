import Hands
import Supervisor

/// How well what was tracked agrees with a reference, frame by frame.
public struct HandsComparison: Codable, Sendable {
  public var frames = 0
  /// Frames on which the reference sees a hand, and those of them on which we do.
  public var referenceFrames = 0
  public var coveredFrames = 0
  /// Frames with a hand, each for itself.
  public var ourFrames = 0
  /// Hands that were paired, and the shares of their landmarks within 2, 5, 10 % of the hand's size, 0...1.
  public var pairs = 0
  public var within2 = 0.0
  public var within5 = 0.0
  public var within6 = 0.0
  public var within10 = 0.0
  /// Pairs with the same handedness.
  public var sameHandedness = 0
  /// Second hands on one real hand.
  public var duplicates = 0
  public var referenceDuplicates = 0
  /// An identity that jumps to another hand; a hand whose side changes.
  public var swaps = 0
  public var flips = 0
  public var referenceFlips = 0

  public init() {}

  /// Share of the reference's frames with a hand on which we have one, 0...1.
  public var coverage: Double { referenceFrames == 0 ? 1 : Double(coveredFrames) / Double(referenceFrames) }

  /// - Parameters:
  ///   - ours, reference: lines are paired by their order.
  ///   - aspect: width / height where neither file says.
  public static func compare(ours: [HandsLine], reference: [HandsLine], aspect: Float) -> HandsComparison {
    var result = HandsComparison()
    var points = [0, 0, 0, 0]
    var previous: [(id: Int, hand: Landmarks, side: Handedness)] = []
    var previousReference: [(hand: Landmarks, side: Handedness)] = []
    for (our, their) in zip(ours, reference) {
      let a = our.handFrame(aspect: aspect)
      let b = their.handFrame(aspect: aspect)
      let ratio = a.aspect
      result.frames += 1
      if !b.hands.isEmpty { result.referenceFrames += 1 }
      if !a.hands.isEmpty { result.ourFrames += 1 }
      if !a.hands.isEmpty, !b.hands.isEmpty { result.coveredFrames += 1 }
      var free = a.hands
      for theirs in b.hands {
        guard let i = free.indices.min(by: { far(free[$0], theirs, ratio) < far(free[$1], theirs, ratio) }), far(free[i], theirs, ratio) < 1
        else { continue }
        let mine = free.remove(at: i)
        let size = theirs.landmarks.size(aspect: ratio)
        result.pairs += 1
        if mine.handedness == theirs.handedness { result.sameHandedness += 1 }
        for k in 0..<Landmarks.count {
          let dx = (mine.landmarks[k].x - theirs.landmarks[k].x) * ratio
          let dy = mine.landmarks[k].y - theirs.landmarks[k].y
          let d = (dx * dx + dy * dy).squareRoot() / size
          if d < 0.02 { points[0] += 1 }
          if d < 0.05 { points[1] += 1 }
          if d < 0.06 { points[2] += 1 }
          if d < 0.10 { points[3] += 1 }
        }
      }
      result.duplicates += duplicates(a.hands, ratio)
      result.referenceDuplicates += duplicates(b.hands, ratio)
      for hand in a.hands {
        let nearest = previous.min { near($0.hand, hand.landmarks, ratio) < near($1.hand, hand.landmarks, ratio) }
        guard let nearest, near(nearest.hand, hand.landmarks, ratio) < 0.5 else { continue }
        if nearest.id != hand.id { result.swaps += 1 }
        if nearest.id == hand.id, nearest.side != hand.handedness { result.flips += 1 }
      }
      for hand in b.hands {
        let nearest = previousReference.min { near($0.hand, hand.landmarks, ratio) < near($1.hand, hand.landmarks, ratio) }
        if let nearest, near(nearest.hand, hand.landmarks, ratio) < 0.5, nearest.side != hand.handedness { result.referenceFlips += 1 }
      }
      previous = a.hands.map { ($0.id, $0.landmarks, $0.handedness) }
      previousReference = b.hands.map { ($0.landmarks, $0.handedness) }
    }
    let all = Double(max(result.pairs * Landmarks.count, 1))
    result.within2 = Double(points[0]) / all
    result.within5 = Double(points[1]) / all
    result.within6 = Double(points[2]) / all
    result.within10 = Double(points[3]) / all
    return result
  }

  /// Mean distance of two hands' landmarks in sizes of the first.
  private static func near(_ a: Landmarks, _ b: Landmarks, _ aspect: Float) -> Float {
    var sum: Float = 0
    for k in 0..<Landmarks.count {
      let dx = (a[k].x - b[k].x) * aspect
      let dy = a[k].y - b[k].y
      sum += (dx * dx + dy * dy).squareRoot()
    }
    return sum / Float(Landmarks.count) / a.size(aspect: aspect)
  }

  private static func far(_ a: Hand, _ b: Hand, _ aspect: Float) -> Float { near(b.landmarks, a.landmarks, aspect) }

  private static func duplicates(_ hands: [Hand], _ aspect: Float) -> Int {
    var count = 0
    for i in hands.indices {
      for j in hands.indices where j > i {
        let close = (0..<Landmarks.count).count { k in
          let dx = (hands[i].landmarks[k].x - hands[j].landmarks[k].x) * aspect
          let dy = hands[i].landmarks[k].y - hands[j].landmarks[k].y
          return (dx * dx + dy * dy).squareRoot() < 0.2 * hands[i].landmarks.size(aspect: aspect)
        }
        if close >= 10, hands[i].box.overlap(hands[j].box) > 0.2 { count += 1 }
      }
    }
    return count
  }
}
