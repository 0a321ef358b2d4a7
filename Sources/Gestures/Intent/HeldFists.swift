import Hands

/// Fists that are held upright and still, by the identity of their hands.
///
/// A fist counts from the frame in which it was made, or came to rest. One that has meant something is spent: it must open, or go, before it counts again.
struct HeldFists: Sendable {
  fileprivate struct Fist: Sendable {
    /// The first frame in which it was a fist, and the last ones in which it was one, counted, and was seen at all; in seconds.
    let begun: Double
    var lastFist: Double
    var lastHeld = -Double.infinity
    var lastSeen: Double
    /// Since when it is upright and still, where its wrist was then, in picture heights, and the frames since then.
    var since: Double?
    var place = SIMD2<Float>.zero
    var readings = 0
    var matches = 0
    var isSpent = false
  }

  private var fists: [Int: Fist] = [:]

  /// Takes the hands of one frame. - Parameter aspect: width / height of the picture.
  mutating func update(_ hands: [ReadHand], aspect: Float, at time: Double) {
    for hand in hands {
      let isFist = hand.gesture == .fist
      guard var fist = fists[hand.hand.id] ?? (isFist ? Fist(begun: time, lastFist: time, lastSeen: time) : nil) else { continue }
      fist.lastSeen = time
      if isFist { fist.lastFist = time }
      let measure = HandMeasure(hand.hand.landmarks, aspect: aspect)
      fist.see(measure.point(.wrist), size: hand.size, counts: isFist && measure.isUpright, at: time)
      fists[hand.hand.id] = time - fist.lastFist >= Self.dropout - 1e-6 ? nil : fist
    }
    fists = fists.filter { time - $0.value.lastSeen <= Passage.leftAfter }
  }

  /// Two hands or more are fists, upright or not. - Parameter time: of the frame that was taken last.
  func areSeveral(at time: Double) -> Bool { fists.values.count { time - $0.begun >= Self.dropout - 1e-6 } > 1 }

  /// A hand is a fist, upright or not.
  func isFist(_ hand: Int) -> Bool { fists[hand] != nil }

  /// How long a hand has held its fist upright and still, in seconds; nil when it does not, and when the fist is spent.
  /// - Parameter notBefore: what was before this time does not count.
  func seconds(of hand: Int, notBefore: Double = -.infinity) -> Double? {
    guard let fist = fists[hand], !fist.isSpent, let since = fist.since, fist.matches * 3 >= fist.readings * 2 else { return nil }
    return fist.lastHeld - max(since, notBefore)
  }

  /// How long one of two fists was made before the other, in seconds; nil when one of them is none.
  func apart(_ a: Int, _ b: Int) -> Double? {
    guard let a = fists[a], let b = fists[b] else { return nil }
    return abs(a.begun - b.begun)
  }

  /// The fist has meant something, and means nothing more until it opens.
  mutating func spend(_ hand: Int) { fists[hand]?.isSpent = true }
}

extension HeldFists.Fist {
  /// Takes one frame. - Parameters:
  ///   - wrist: in picture heights.
  ///   - counts: it is a fist and upright.
  fileprivate mutating func see(_ wrist: SIMD2<Float>, size: Float, counts: Bool, at time: Double) {
    readings += 1
    guard counts else {
      if time - lastHeld >= HeldFists.dropout - 1e-6 { since = nil }
      return
    }
    let way = wrist - place
    let isStill = (way * way).sum().squareRoot() <= HeldFists.still * size
    if since == nil || !isStill || time - lastHeld > HeldFists.dropout + 1e-6 { (since, place, readings, matches) = (time, wrist, 1, 0) }
    matches += 1
    lastHeld = time
  }
}

/// Its measures and times.
extension HeldFists {
  /// A fist that moves farther than this, in hand sizes, counts anew from there.
  static let still: Float = 0.3
  /// A hand that is misread for less than this has not opened, in seconds.
  static let dropout = 0.2
}
