import Foundation

/// A value that is taken hold of by a pinch, moved by it, and let go by opening the hand.
///
/// Relative: at the moment of engagement nothing moves, and each new pinch goes on from where the last one ended, like a ratchet. An engaged pinch is two things, and
/// the one that moves first owns it until it is let go: the spread of thumb and index finger, or the height of the wrist, a fader.
public struct RelativeClutch: Sendable {
  /// How the steps of the pinch become the value.
  let law: Law
  /// Ends of the value, in its unit; it stays there when the pinch goes on.
  let range: ClosedRange<Float>
  /// What an engaged pinch may mean.
  let pinch: PinchLaw
  /// The value, with the detent applied.
  public private(set) var value: Float
  /// What the pinch does; nil while none is engaged.
  public private(set) var grip: Grip?
  private var detent: Detent?
  private var raw: Float
  private var anchor: Float
  /// Aperture and height from which the pinch counts.
  private var start: Float = 1
  private var startHeight: Float = 0
  /// The aperture from which the spread has moved the value. Closing further than that is no change: the pinch is where it began.
  private var least: Float = 0
  private var candidate: Candidate?
  private var openSince: Double?
  private var engagedAt = 0.0
  private var lastSeen = -Double.infinity
  private var last: Look?
  private var curled: Float = 0
  private var isOpening = false
  private var isTurning = false
  private var recent: [(time: Double, raw: Float)] = []
  private var away = false

  /// How steps of 600 cents become a value.
  public enum Law: Sendable {
    /// anchor * 2^(steps / 2) (speed).
    case root
    /// anchor + 600 * steps (pitch in cents).
    case cents
  }

  /// What the clutch sees of its hand in one frame. Lengths are in hand sizes.
  public struct Look: Sendable {
    /// Thumb tip to index tip, smoothed.
    public var distance: Float
    /// The same without smoothing, which decides whether it is a pinch: a filter is late on the last bit of the way.
    public var measured: Float
    /// The wrist above the picture's lower edge, smoothed.
    public var height: Float
    /// How many fingers are extended, the thumb included.
    public var extended: Int
    /// Mean distance of middle, ring and little tip from the wrist: about 1 curled, 2 straight.
    public var openness: Float
    /// False for a pose in which thumb and index meet without being a pinch (a fist, a hand seen from its edge).
    public var pinchPossible: Bool
    /// The palm turns: the distance changes without any finger having moved.
    public var isTurning: Bool

    /// - Parameter measured: nil: as `distance`.
    public init(
      distance: Float, measured: Float? = nil, height: Float = 0, extended: Int, openness: Float = 1, pinchPossible: Bool = true,
      isTurning: Bool = false
    ) {
      self.distance = distance
      self.measured = measured ?? distance
      self.height = height
      self.extended = extended
      self.openness = openness
      self.pinchPossible = pinchPossible
      self.isTurning = isTurning
    }
  }

  /// A pinch that may become one: since when, and the sums of what it looked like.
  private struct Candidate: Sendable {
    var since: Double
    var openness: Float
    var distance: Float = 0
    var height: Float = 0
    var frames: Float = 0
  }

  /// A pinch is engaged below this distance of thumb tip and index tip, in hand sizes, and no longer a candidate above the other.
  static let engageBelow: Float = 0.25
  static let candidateUpTo: Float = 0.35
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
  /// From here on they may be on their way: the spread does not take hold of a pinch any more.
  static let uncurling: Float = 0.15
  static let before = 0.2
  /// A turn of the palm is noticed late: the value rests where it was this much earlier, in seconds.
  static let beforeTurn = 0.3
  /// What moves within this time after engagement decides nothing yet, in seconds.
  static let settling = 0.15
  /// From then on the fingers own the pinch when they have opened by the first of these, and the wrist when it has risen or sunk by the second, in hand sizes. The value
  /// begins to move there, not at the start: nothing jumps, and no single frame decides where.
  package static let spreadOwnsFrom: Float = 0.1
  static let faderOwnsFrom: Float = 0.15
  /// Until something owns the pinch its start follows the hand with this time constant, in seconds: a hand that sinks slowly, or fingers that are still closing, move nothing.
  static let follow = 1.0
  /// A longer pause between two frames counts as this long: what a hand does between them is no slow drift. In seconds.
  static let longestStep: Float = 0.1
  /// Fingers that close are followed faster, and still faster in the first half second, in which they are often still on their way: closing is never heard.
  static let followClosing = 0.3
  static let followStillClosing = 0.05
  static let stillClosing = 0.5
  /// A hand that is gone for longer than this has left, in seconds.
  static let leftAfter = 0.4

  /// - Parameters:
  ///   - range: of the value, in its unit; beyond it the value stays at the end.
  ///   - detent: where the value snaps in; nil for nowhere.
  public init(law: Law, range: ClosedRange<Float>, initial: Float, detent: Detent? = nil, pinch: PinchLaw = .both) {
    self.law = law
    self.range = range
    self.detent = detent
    self.pinch = pinch
    raw = initial
    anchor = initial
    value = initial
    settle()
  }

  /// A pinch holds the value.
  public var isEngaged: Bool { grip != nil }

  /// Sets the value from elsewhere (a button, a client). A held pinch goes on from there.
  public mutating func set(_ value: Float) {
    raw = min(max(value, range.lowerBound), range.upperBound)
    detent?.accept(raw)
    settle()
    recent = []
    if let last { rebase(last) }
  }

  /// Takes one frame.
  /// - Parameter look: nil when the hand is not seen.
  public mutating func update(_ look: Look?, at time: Double) {
    guard var look else {
      away = true
      candidate = nil
      if isEngaged, time - lastSeen > Self.leftAfter { release() }
      return
    }
    look.distance = max(look.distance, Self.leastDistance)
    if away {
      // Found again: whatever the hand did meanwhile must not be heard.
      away = false
      rebase(look)
    }
    if isEngaged {
      hold(look, dt: Float(max(time - lastSeen, 0)), at: time)
    } else {
      wait(look, at: time)
    }
    lastSeen = time
    last = look
  }

  /// Lets go; the value stays.
  public mutating func release() {
    grip = nil
    openSince = nil
    candidate = nil
    last = nil
    raw = value
  }

  private mutating func wait(_ look: Look, at time: Double) {
    guard look.pinchPossible, look.extended < 4, look.measured < (candidate == nil ? Self.engageBelow : Self.candidateUpTo) else {
      candidate = nil
      return
    }
    var now = candidate ?? Candidate(since: time, openness: look.openness)
    if abs(look.openness - now.openness) > Self.restless { now = Candidate(since: time, openness: look.openness) }
    now.distance += look.distance
    now.height += look.height
    now.frames += 1
    candidate = now
    guard time - now.since >= Self.engageAfter - 1e-6, look.measured < Self.engageBelow else { return }
    grip = .resting
    candidate = nil
    openSince = nil
    isOpening = false
    isTurning = false
    curled = look.openness
    engagedAt = time
    recent = []
    raw = value
    anchor = raw
    // The mean of the whole dwell, so that no single frame decides; fingers that have closed since then are followed.
    start = min(now.distance / now.frames, max(look.distance, Self.leastDistance))
    startHeight = now.height / now.frames
  }

  private mutating func hold(_ look: Look, dt: Float, at time: Double) {
    curled = min(curled, look.openness)
    if look.extended >= 4 {
      let since = openSince ?? time
      openSince = since
      if !isOpening { beginOpening(at: time) }
      if time - since >= Self.releaseAfter - 1e-6 { release() }
      return
    }
    openSince = nil
    if look.openness > curled + Self.opening {
      if !isOpening { beginOpening(at: time) }
      return
    }
    if isOpening {
      // It was none: go on from here.
      isOpening = false
      rebase(look)
    }
    if rests(look, at: time) { return }
    if grip == .resting {
      settleStart(look, dt: dt, isFresh: time - engagedAt < Self.stillClosing)
      if time - engagedAt >= Self.settling - 1e-6 { choose(look) }
    }
    move(look)
    recent.append((time, raw))
    recent.removeAll { time - $0.time > 2 * Self.beforeTurn }
  }

  /// While the palm turns, the spread rests at the value that it had before, and goes on from there afterwards. The fader does not mind.
  private mutating func rests(_ look: Look, at time: Double) -> Bool {
    guard grip != .fader, look.isTurning else {
      if isTurning, grip != .fader { rebase(look) }
      isTurning = false
      return false
    }
    if !isTurning, grip == .spread { goBack(by: Self.beforeTurn, at: time) }
    isTurning = true
    settle()
    return true
  }

  /// While nothing owns the pinch its start follows the hand.
  private mutating func settleStart(_ look: Look, dt pause: Float, isFresh: Bool) {
    let dt = min(pause, Self.longestStep)
    let share = dt / (dt + Float(Self.follow))
    let closing = dt / (dt + Float(isFresh ? Self.followStillClosing : Self.followClosing))
    start += (look.distance - start) * (look.distance < start ? closing : share)
    startHeight += (look.height - startHeight) * share
  }

  /// What has moved far enough owns the pinch; if both have, the one that is farther over its threshold.
  private mutating func choose(_ look: Look) {
    let spread = (look.distance - start) / Self.spreadOwnsFrom
    let rise = (look.height - startHeight) / Self.faderOwnsFrom
    // Thumb and index part on the way to an open hand, too.
    let canSpread = pinch != .fader && spread >= 1 && look.openness < curled + Self.uncurling
    let canFade = pinch != .spread && abs(rise) >= 1
    if canSpread, !canFade || spread >= abs(rise) {
      grip = .spread
      start += Self.spreadOwnsFrom
      least = start
    } else if canFade {
      grip = .fader
      startHeight += rise > 0 ? Self.faderOwnsFrom : -Self.faderOwnsFrom
    }
  }

  private mutating func move(_ look: Look) {
    let steps: Float
    switch grip {
    case .spread: steps = PinchMeaning.spread(from: start, to: max(look.distance, least))
    case .fader: steps = look.height - startHeight
    case .resting, nil: return
    }
    let wanted: Float =
      switch law {
      case .root: anchor * exp2(steps / 2)
      case .cents: anchor + 600 * steps
      }
    raw = min(max(wanted, range.lowerBound), range.upperBound)
    settle()
  }

  /// From here on the value moves from where it is, by what the hand does from where it is.
  private mutating func rebase(_ look: Look) {
    anchor = raw
    start = max(look.distance, grip == .spread ? least : 0)
    startHeight = look.height
  }

  /// Rests the value where it was before the hand began to open.
  private mutating func beginOpening(at time: Double) {
    isOpening = true
    goBack(by: Self.before, at: time)
    settle()
  }

  /// The value of so many seconds ago. What it was since then is forgotten: nothing goes back to it later.
  private mutating func goBack(by seconds: Double, at time: Double) {
    raw = recent.last { time - $0.time >= seconds }?.raw ?? recent.first?.raw ?? raw
    recent = [(time, raw)]
  }

  private mutating func settle() { value = detent?.snap(raw) ?? raw }
}
