import Hands

/// A hand of one frame with its fingers read, as the modes see it.
struct ReadHand: Sendable {
  var hand: Hand
  var fingers: FingerStates
  var gesture: StaticGesture?
  /// Thumb tip to index tip, in hand sizes.
  var pinch: Float
  /// The same without smoothing.
  var measuredPinch: Float
  /// The hand shows its palm or its back, and the index finger is not rolled in.
  var canPinch: Bool
  /// Thumb and index are near each other, whether or not they pinch yet.
  var isNearPinch: Bool
  /// The palm turns: distances change without any finger having moved.
  var isTurning: Bool
  /// It does, beyond doubt; noticed later.
  var isSurelyTurning: Bool
  /// Mean distance of middle, ring and little tip from the wrist, in hand sizes (`Openness`).
  var openness: Float
  /// The wrist without smoothing, in picture heights from the top.
  var measuredHeight: Float
  /// The wrist in picture heights from the left edge.
  var across: Float
  /// Wrist to middle MCP in picture heights.
  var size: Float
  /// The same without what a tilt takes from it (`PalmPlane.size`).
  var palm: Float
  /// It was away for longer than a hand between two frames: what was measured of it before says nothing now.
  var isFresh: Bool
  /// What the hand as a whole does.
  var passage: Passage
  /// Whether it may begin something.
  var gate: BeginGate

  /// - Parameters:
  ///   - hand: with smoothed landmarks.
  ///   - measure: the hand as it came from the tracker.
  ///   - reading: how its model reads pinches.
  ///   - pinchDistance: below which a pinch takes hold, in hand sizes.
  ///   - steady: smooths the lengths.
  init(
    _ hand: Hand, measure: HandMeasure, fingers: FingerStates, gesture: StaticGesture?, aspect: Float,
    reading: PinchReading, pinchDistance: Float, steady: inout SteadyLengths, isFresh: Bool, passage: Passage, gate: BeginGate,
    at time: Double
  ) {
    self.isFresh = isFresh
    self.passage = passage
    self.gate = gate
    self.hand = hand
    self.fingers = fingers
    self.gesture = gesture
    measuredHeight = measure.point(.wrist).y
    across = hand.landmarks[.wrist].x * aspect
    measuredPinch = measure.distance(.thumbTip, .indexTip)
    canPinch =
      measure.canPinch(othersAreStraight: fingers.othersAreStraight) && measure.distance(.indexTip, .middleTip) > reading.leastBetweenTips
    isTurning = steady.turns(measure, at: time, isKept: hand.isKept)
    isSurelyTurning = steady.isSurelyTurning
    (pinch, openness) = steady.smooth(
      pinch: measuredPinch, openness: hand.world.flatMap(Openness.inSpace) ?? Openness.inPicture(measure), at: time, isKept: hand.isKept)
    isNearPinch = pinch < RelativeClutch.candidate(upTo: pinchDistance)
    size = hand.landmarks.size(aspect: aspect)
    palm = max(PalmPlane(HandMeasure(hand.landmarks, aspect: aspect)).size, 1e-6)
  }

  /// Extended fingers as the clutch counts them: a hand whose thumb meets its index finger is not open, however straight the others are.
  var openFingers: Int { isNearPinch ? min(fingers.count, 3) : fingers.count }
}

extension HandMeasure {
  /// The index tip of a pinch is farther than this from the wrist, in hand sizes; in a fist the finger is rolled into the palm. Pinches that last have 1.22 at least on the performer and on the films in ../shared/data.
  /// The fist with which the film `tfjs_asl_hand` begins looks like a pinch for a fifth of a second; its index tip is read 1.13 to 1.20 from the wrist then, in one frame 1.3.
  static let leastReachOfPinch: Float = 1.2

  /// Thumb and index finger can meet in a pinch here. Not in a fist, whose index finger is rolled into the palm; not in a hand that shows its edge, whose fingers only lie
  /// behind each other; and not in one that hangs down at somebody's side, which points more than 30 degrees below the horizon.
  /// - Parameter othersAreStraight: middle, ring and little finger are: then it is no fist, however far the index finger is bent.
  package func canPinch(othersAreStraight: Bool = false) -> Bool {
    let hangs = (point(.middleMCP) - point(.wrist)).y > 0.5 * size
    return !hangs && (othersAreStraight || distance(.indexTip, .wrist) > Self.leastReachOfPinch) && PalmPlane(self).flatness > 0.45
  }
}

/// Smooths the lengths that the clutches use, and knows whether the palm turns. The length itself passes the filter, not the two points' coordinates: a hand that moves as a whole opens the filters of its
/// coordinates, and their noise would be heard.
package struct SteadyLengths: Sendable {
  /// Seconds that a predicting filter looks ahead. When it changes by more than 2 ms, the lengths begin afresh.
  package var lookAhead: Float {
    didSet {
      if kind.isOther(lookAhead, than: inUse) {
        inUse = lookAhead
        pinch = kind.make(lookAhead: lookAhead, noise: noise)
        openness = kind.make(lookAhead: lookAhead, noise: noise)
      }
    }
  }
  /// A hand that was away longer than this starts afresh, in seconds (`FramePace.longestPause`).
  package var forgetAfter = 0.15 {
    didSet {
      turn.longestStep = forgetAfter
      sureTurn.longestStep = forgetAfter
    }
  }
  private let kind: FilterKind
  private let noise: LandmarkNoise
  private var inUse: Float
  private var pinch: any ScalarFilter
  private var openness: any ScalarFilter
  private var turn = PalmTurn()
  private var sureTurn = PalmTurn(.sure)
  private var last = -Double.infinity
  /// The last answer.
  private var smoothed = (pinch: Float.zero, openness: Float.zero)

  package init(_ kind: FilterKind, lookAhead: Float, noise: LandmarkNoise = .float) {
    self.kind = kind
    self.noise = noise
    self.lookAhead = lookAhead
    inUse = lookAhead
    pinch = kind.make(lookAhead: lookAhead, noise: noise)
    openness = kind.make(lookAhead: lookAhead, noise: noise)
  }

  /// - Parameters: the hand as it came from the tracker, the frame's time in seconds, and whether it was kept from an earlier frame. - Returns: whether its palm turns.
  package mutating func turns(_ measure: HandMeasure, at time: Double, isKept: Bool = false) -> Bool {
    if isKept {
      _ = sureTurn.rest(until: time)
      return turn.rest(until: time)
    }
    _ = sureTurn.update(measure, at: time)
    return turn.update(measure, at: time)
  }
  /// Whether the palm turned in the frame that `turns` took last, beyond doubt.
  var isSurelyTurning: Bool { sureTurn.isTurning }

  /// - Parameters: the lengths of this frame in hand sizes, its time in seconds, and whether they were kept from an earlier frame: then they are no measurement, and the
  ///   answer stays what it was (see `HandSmoother.smooth`).
  package mutating func smooth(
    pinch p: Float, openness o: Float, at time: Double, isKept: Bool = false
  ) -> (pinch: Float, openness: Float) {
    let dt = time - last
    if isKept, (0...forgetAfter).contains(dt) {
      last = time
      return smoothed
    }
    if dt > forgetAfter || dt < 0 {
      pinch.reset()
      openness.reset()
    }
    last = time
    smoothed = (pinch.update(p, dt: Float(dt)), openness.update(o, dt: Float(dt)))
    return smoothed
  }
}
