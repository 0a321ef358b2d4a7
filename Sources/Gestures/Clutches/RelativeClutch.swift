/// A value that a pinch takes and moves, until the hand opens.
///
/// It is relative: nothing moves at the moment of engagement, and each new pinch continues where the last one
/// ended, like a ratchet. An engaged pinch can move the value in two ways, and the first motion owns it until
/// its release: the spread of thumb and index finger, or the height of the wrist, a fader.
public struct RelativeClutch: Sendable {
  /// The conversion of the steps of the pinch to the value.
  let law: Law
  /// Range of the value, in its unit. The value is clamped to it.
  let range: ClosedRange<Float>
  /// The motions that an engaged pinch may use.
  let pinch: PinchLaw
  /// The value, with the detent applied.
  public internal(set) var value: Float
  /// The state of the pinch; nil while it is not engaged.
  public internal(set) var grip: Grip?
  var detent: Detent?
  /// The value without the detent.
  var raw: Float
  /// The value from which the pinch counts.
  var anchor: Float
  /// Aperture and height from which the pinch counts.
  var start: Float = 1
  var startHeight: Float = 0
  /// The aperture from which the spread has moved the value.
  /// Closing further changes nothing: the pinch is where it began.
  var least: Float = 0
  private var dwell: PinchDwell
  var engagedAt = 0.0
  private var lastSeen = -Double.infinity
  /// The last reading that counted, without those of a hand that opens.
  private var last: Reading?
  var curled = CurledFingers()
  /// The opening of the hand, real or misread; nil without one.
  var opening: Opening?
  var isTurning = false
  /// Whether the spread began while the palm may have turned.
  /// Then only a certain turn stops it, until the palm is still.
  var turnIsFingers = false
  var recent: [(time: Double, raw: Float)] = []
  /// The values since the pinch engaged.
  var course = ValuePath<Float>()
  /// The last motion of the hand as a whole.
  var passage = Passage()
  private var away = false

  /// The conversion of steps of 600 cents to a value.
  public enum Law: Sendable {
    /// anchor * 2^(steps / 2) (speed).
    case root
    /// anchor + 600 * steps (pitch in cents).
    case cents
  }

  /// Creates a clutch.
  /// - Parameters:
  ///   - law: how the hand's motion changes the value.
  ///   - range: of the value, in its unit; the value is clamped to it.
  ///   - initial: first value.
  ///   - detent: the detent of the value; nil for none.
  ///   - pinch: the motion by which an engaged pinch moves the value.
  ///   - engageBelow: the distance of thumb tip and index tip below which a pinch engages, in hand sizes.
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

  /// Whether a pinch holds the value.
  public var isEngaged: Bool { grip != nil }
  /// Whether the value is at the centre of the detent.
  var isInDetent: Bool { detent?.isIn ?? false }

  /// Distance of a fader from the place at which it engaged.
  /// It is in hand sizes, 0 without a fader.
  var faded: Float { grip == .fader ? abs((last?.height ?? startHeight) - startHeight) : 0 }

  /// Sets the value from outside (a button, a client). A held pinch continues from there.
  public mutating func set(_ value: Float) {
    raw = min(max(value, range.lowerBound), range.upperBound)
    detent?.accept(raw)
    settle()
    recent = []
    course.forget()
    if let last { rebase(last) }
  }

  /// Processes one frame.
  /// - Parameters:
  ///   - look: nil when the hand is not seen.
  ///   - time: capture time of the frame in seconds.
  public mutating func update(_ look: Reading?, at time: Double) {
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
      // The hand is found again: its motion in between must not be heard.
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

  /// Releases the pinch; the value stays.
  public mutating func release() {
    if opening != nil { believeOpening() }
    opening = nil
    grip = nil
    dwell.forget()
    last = nil
    raw = value
  }

  /// Sets the value of the given time again.
  /// - Parameter time: nil: the value stays.
  mutating func takeBack(to time: Double?) {
    guard let time, let before = course.value(at: time) else { return }
    raw = before
    settle()
    raw = value
  }

  /// Engages a pinch that has lasted.
  private mutating func wait(_ look: Reading, at time: Double) {
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
    // Closing fingers are followed from the end of the dwell: it lies between two frames.
    settleStart(look, dt: Float(time - begun.time), isFresh: true)
  }
}
