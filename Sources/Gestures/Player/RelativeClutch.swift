import Foundation

/// A value that is taken hold of by a pinch, changed by opening and closing it, and let go by opening the hand.
///
/// Relative: at the moment of engagement nothing moves, and each new pinch goes on from where the last one ended, like a ratchet.
public struct RelativeClutch: Sendable {
  /// How ratio = distance / start becomes a value.
  public enum Law: Sendable {
    /// anchor * ratio^0.5 (speed).
    case root
    /// anchor + 600 * log2(ratio) (pitch in cents).
    case cents
  }
  public let law: Law
  public let range: ClosedRange<Float>
  /// Within `width` of `centre` the value snaps to it; nil for none.
  public var detent: (centre: Float, width: Float)?

  /// A pinch is engaged below this distance of thumb tip and index tip, in hand sizes, and no longer a candidate above the other.
  public static let engageBelow: Float = 0.25
  public static let candidateUpTo: Float = 0.35
  /// Below this the distance is the landmarks' noise; it counts as this.
  public static let leastDistance: Float = 0.12
  /// A pinch must last this long to engage, in seconds: a hand closing to a fist passes through one.
  static let engageAfter = 0.1
  /// The other fingers must have come to rest in that time, within this change of their mean distance from the wrist, in hand sizes: a hand on its way from open to
  /// a fist has thumb and index together while the rest still closes.
  static let restless: Float = 0.12
  /// Four or more fingers must be extended this long to let go, in seconds.
  static let releaseAfter = 0.15
  /// The other fingers have begun to open when middle, ring and little tip are this much farther from the wrist than at their nearest, in hand sizes. From then on the
  /// value rests, and it rests where it was `before` seconds earlier: the way from a pinch to an open hand is not meant as a change.
  static let opening: Float = 0.45
  static let before = 0.2
  /// For this long after engagement the fingers may still be closing, in seconds; the start follows them down, and the value rests.
  static let closing = 0.5
  /// A hand that is gone for longer than this has left, in seconds.
  static let leftAfter = 0.4

  public private(set) var isEngaged = false
  /// The value with the detent applied.
  public var value: Float { snapped(raw) }
  private var raw: Float
  private var anchor: Float
  private var start: Float = 1
  private var candidateSince: Double?
  private var candidateOpenness: Float = 0
  private var openSince: Double?
  private var engagedAt = 0.0
  private var curled: Float = 0
  private var isOpening = false
  private var recent: [(time: Double, raw: Float)] = []
  private var lastSeen = -Double.infinity
  private var away = false

  public init(law: Law, range: ClosedRange<Float>, initial: Float, detent: (centre: Float, width: Float)? = nil) {
    self.law = law
    self.range = range
    self.detent = detent
    raw = initial
    anchor = initial
  }

  /// Sets the value from elsewhere (a button, a client). A held pinch goes on from there.
  public mutating func set(_ value: Float, distance: Float? = nil) {
    raw = min(max(value, range.lowerBound), range.upperBound)
    anchor = raw
    if let distance { start = max(distance, Self.leastDistance) }
  }

  /// - Parameters:
  ///   - distance: thumb tip to index tip in hand sizes, smoothed; nil when the hand is not seen.
  ///   - measured: the same without smoothing, which decides whether it is a pinch; a filter is late on the last bit of the way.
  ///   - extended: how many fingers are extended, the thumb included.
  ///   - openness: mean distance of middle, ring and little tip from the wrist, in hand sizes.
  ///   - pinchPossible: false for a pose in which thumb and index meet without being a pinch (a fist).
  public mutating func update(
    distance: Float?, measured: Float? = nil, extended: Int, openness: Float = 0, pinchPossible: Bool = true, at time: Double
  ) {
    guard let distance else {
      away = true
      candidateSince = nil
      if isEngaged, time - lastSeen > Self.leftAfter { release() }
      return
    }
    lastSeen = time
    let d = max(distance, Self.leastDistance)
    if away {
      // Found again: whatever the fingers did meanwhile must not be heard.
      away = false
      anchor = raw
      start = d
    }
    if isEngaged {
      hold(d, extended: extended, openness: openness, at: time)
    } else {
      wait(d, measured: measured ?? d, openness: openness, possible: pinchPossible && extended < 4, at: time)
    }
  }

  private mutating func wait(_ d: Float, measured: Float, openness: Float, possible: Bool, at time: Double) {
    guard possible, measured < (candidateSince == nil ? Self.engageBelow : Self.candidateUpTo) else {
      candidateSince = nil
      return
    }
    if candidateSince == nil || abs(openness - candidateOpenness) > Self.restless {
      candidateSince = time
      candidateOpenness = openness
    }
    guard let since = candidateSince, time - since >= Self.engageAfter - 1e-6, measured < Self.engageBelow else { return }
    isEngaged = true
    candidateSince = nil
    openSince = nil
    isOpening = false
    curled = openness
    engagedAt = time
    recent = []
    raw = value
    anchor = raw
    start = d
  }

  private mutating func hold(_ d: Float, extended: Int, openness: Float, at time: Double) {
    curled = min(curled, openness)
    if extended >= 4 {
      let since = openSince ?? time
      openSince = since
      if !isOpening { beginOpening(at: time) }
      if time - since >= Self.releaseAfter - 1e-6 { release() }
      return
    }
    openSince = nil
    if openness > curled + Self.opening {
      if !isOpening { beginOpening(at: time) }
      return
    }
    if isOpening {
      // It was none: go on from here.
      isOpening = false
      anchor = raw
      start = d
    }
    if d < start, time - engagedAt < Self.closing, raw == anchor { start = d }
    let ratio = d / start
    let wanted: Float =
      switch law {
      case .root: anchor * ratio.squareRoot()
      case .cents: anchor + 600 * log2(ratio)
      }
    raw = min(max(wanted, range.lowerBound), range.upperBound)
    recent.append((time, raw))
    recent.removeAll { time - $0.time > 2 * Self.before }
  }

  /// Rests the value where it was before the hand began to open.
  private mutating func beginOpening(at time: Double) {
    isOpening = true
    raw = recent.last { time - $0.time >= Self.before }?.raw ?? recent.first?.raw ?? raw
  }

  private mutating func release() {
    isEngaged = false
    openSince = nil
    candidateSince = nil
    raw = value
  }

  private func snapped(_ x: Float) -> Float {
    guard let detent, abs(x - detent.centre) <= detent.width else { return x }
    return detent.centre
  }
}
