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
  public internal(set) var value: Float
  /// What the pinch does; nil while none is engaged.
  public internal(set) var grip: Grip?
  var detent: Detent?
  /// The value without the detent.
  var raw: Float
  /// The value from which the pinch counts.
  var anchor: Float
  /// Aperture and height from which the pinch counts.
  var start: Float = 1
  var startHeight: Float = 0
  /// The aperture from which the spread has moved the value. Closing further than that is no change: the pinch is where it began.
  var least: Float = 0
  private var dwell: PinchDwell
  var engagedAt = 0.0
  private var lastSeen = -Double.infinity
  /// The last look that counted: not one of a hand that opens.
  private var last: Look?
  var curled = CurledFingers()
  /// The hand opens, or was misread; nil while neither.
  var opening: Opening?
  var isTurning = false
  /// The spread began while the palm may have turned: only a turn beyond doubt stops it, until the palm is still.
  var turnIsFingers = false
  var recent: [(time: Double, raw: Float)] = []
  /// The value since the pinch took hold.
  var course = ValueCourse<Float>()
  /// The hand as it was seen last.
  var passage = Passage()
  private var away = false

  /// How steps of 600 cents become a value.
  public enum Law: Sendable {
    /// anchor * 2^(steps / 2) (speed).
    case root
    /// anchor + 600 * steps (pitch in cents).
    case cents
  }

  /// - Parameters:
  ///   - range: of the value, in its unit; beyond it the value stays at the end.
  ///   - detent: where the value snaps in; nil for nowhere.
  ///   - engageBelow: the distance of thumb tip and index tip below which a pinch takes hold, in hand sizes.
  public init(
    law: Law, range: ClosedRange<Float>, initial: Float, detent: Detent? = nil, pinch: PinchLaw = .both,
    engageBelow: Float = RelativeClutch.engageBelow
  ) {
    self.law = law
    self.range = range
    self.detent = detent
    self.pinch = pinch
    dwell = PinchDwell(engageBelow: engageBelow)
    raw = initial
    anchor = initial
    value = initial
    settle()
  }

  /// A pinch holds the value.
  public var isEngaged: Bool { grip != nil }
  /// The value stands in the detent's centre.
  var isInDetent: Bool { detent?.isIn ?? false }

  /// How far a fader is from the place at which it took hold, in hand sizes; 0 while none has.
  var faded: Float { grip == .fader ? abs((last?.height ?? startHeight) - startHeight) : 0 }

  /// Sets the value from elsewhere (a button, a client). A held pinch goes on from there.
  public mutating func set(_ value: Float) {
    raw = min(max(value, range.lowerBound), range.upperBound)
    detent?.accept(raw)
    settle()
    recent = []
    course.forget()
    if let last { rebase(last) }
  }

  /// Takes one frame.
  /// - Parameter look: nil when the hand is not seen.
  public mutating func update(_ look: Look?, at time: Double) {
    guard var look else {
      away = true
      dwell.forget()
      if isEngaged, time - lastSeen > Passage.leftAfter {
        let meant = TakingBack.left(began: engagedAt, lastSeen: lastSeen, passage)
        release()
        takeBack(to: meant)
      }
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
    passage = look.passage
    if opening == nil { last = look }
  }

  /// Lets go; the value stays.
  public mutating func release() {
    if opening != nil { believeOpening() }
    opening = nil
    grip = nil
    dwell.forget()
    last = nil
    raw = value
  }

  /// The value goes back to what it was at this time. - Parameter time: nil: it stays.
  mutating func takeBack(to time: Double?) {
    guard let time, let before = course.value(at: time) else { return }
    raw = before
    settle()
    raw = value
  }

  /// A pinch takes hold when it has lasted.
  private mutating func wait(_ look: Look, at time: Double) {
    guard let begun = dwell.saw(look, at: time) else { return }
    grip = .resting
    isTurning = false
    turnIsFingers = false
    curled = CurledFingers(look.openness, at: time)
    engagedAt = begun.time
    recent = []
    raw = value
    course.forget()
    course.see(raw, at: begun.time)
    anchor = raw
    start = begun.place.distance
    startHeight = begun.place.height
    // Fingers that still close are followed from the end of the dwell on, which lies between two frames.
    settleStart(look, dt: Float(time - begun.time), isFresh: true)
  }
}
