import Hands

/// Fists that are held upright and still, by identity.
///
/// A fist counts from the frame in which it was made, or came to rest. A fist that has had an effect is spent:
/// it must open, or leave, before it counts again.
struct HeldFists: Sendable {
  fileprivate struct Fist: Sendable {
    /// Times of the fist in seconds.
    /// They are the first frame as a fist, and the last frames as a fist, as a fist that counts, and as a seen
    /// hand.
    let begun: Double
    var lastFist: Double
    var lastHeld = -Double.infinity
    var lastSeen: Double
    /// State of the upright and still fist.
    /// It is the start, the place of the wrist then, in frame heights, and the number of frames since then.
    var since: Double?
    var place = SIMD2<Float>.zero
    var readings = 0
    var matches = 0
    var isSpent = false
  }

  private var fists: [Int: Fist] = [:]

  /// Processes the hands of one frame.
  /// - Parameter aspect: width / height of the frame.
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

  /// Whether two or more hands are fists, upright or not.
  /// - Parameter time: of the last processed frame.
  func areSeveral(at time: Double) -> Bool { fists.values.count { time - $0.begun >= Self.dropout - 1e-6 } > 1 }

  /// Whether a hand is a fist, upright or not.
  func isFist(_ hand: Int) -> Bool { fists[hand] != nil }

  /// Returns how long a hand has held its fist upright and still.
  /// It is in seconds; nil when it does not, and when the fist is spent.
  /// - Parameter notBefore: earliest start that counts.
  func seconds(of hand: Int, notBefore: Double = -.infinity) -> Double? {
    guard let fist = fists[hand], !fist.isSpent, let since = fist.since, fist.matches * 3 >= fist.readings * 2 else { return nil }
    return fist.lastHeld - max(since, notBefore)
  }

  /// Returns the time between the starts of two fists.
  /// It is in seconds; nil when one hand is not a fist.
  func apart(_ a: Int, _ b: Int) -> Double? {
    guard let a = fists[a], let b = fists[b] else { return nil }
    return abs(a.begun - b.begun)
  }

  /// Marks a fist as spent: it has no effect until it opens.
  mutating func spend(_ hand: Int) { fists[hand]?.isSpent = true }
}

extension HeldFists.Fist {
  /// Processes one frame.
  /// - Parameters:
  ///   - wrist: in frame heights.
  ///   - counts: whether it is a fist and upright.
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

/// Lengths and times of fists.
extension HeldFists {
  /// Largest motion of a still fist, in hand sizes. A larger motion restarts its count.
  static let still: Float = 0.3
  /// Time for which a misread hand has not opened, in seconds.
  static let dropout = 0.2
}
