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
  static let leastDistance: Float = 0.12
  /// A pinch must last this long to engage, in seconds: a hand closing to a fist passes through one.
  static let engageAfter = 0.06
  /// Four or more fingers must be extended this long to let go, in seconds.
  static let releaseAfter = 0.15
  /// A hand that is gone for longer than this has left, in seconds.
  static let leftAfter = 0.4

  public private(set) var isEngaged = false
  /// The value with the detent applied.
  public var value: Float { snapped(raw) }
  private var raw: Float
  private var anchor: Float
  private var start: Float = 1
  private var candidateSince: Double?
  private var openSince: Double?
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
  ///   - distance: thumb tip to index tip in hand sizes; nil when the hand is not seen.
  ///   - extended: how many fingers are extended, the thumb included.
  ///   - pinchPossible: false for a pose in which thumb and index meet without being a pinch (a fist).
  public mutating func update(distance: Float?, extended: Int, pinchPossible: Bool = true, at time: Double) {
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
    if isEngaged { hold(d, extended: extended, at: time) } else { wait(d, possible: pinchPossible && extended < 4, at: time) }
  }

  private mutating func wait(_ d: Float, possible: Bool, at time: Double) {
    guard possible, d < (candidateSince == nil ? Self.engageBelow : Self.candidateUpTo) else {
      candidateSince = nil
      return
    }
    let since = candidateSince ?? time
    candidateSince = since
    guard time - since >= Self.engageAfter - 1e-6, d < Self.engageBelow else { return }
    isEngaged = true
    candidateSince = nil
    openSince = nil
    raw = value
    anchor = raw
    start = d
  }

  private mutating func hold(_ d: Float, extended: Int, at time: Double) {
    if extended >= 4 {
      // The hand may be opening to let go: the value rests until that is clear.
      let since = openSince ?? time
      openSince = since
      if time - since >= Self.releaseAfter - 1e-6 { release() }
      return
    }
    if openSince != nil {
      openSince = nil
      anchor = raw
      start = d
    }
    let ratio = d / start
    let wanted: Float =
      switch law {
      case .root: anchor * ratio.squareRoot()
      case .cents: anchor + 600 * log2(ratio)
      }
    raw = min(max(wanted, range.lowerBound), range.upperBound)
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
