import Hands

/// A hand of one frame with its fingers read, for the modes.
struct ReadHand: Sendable {
  var hand: Hand
  var fingers: FingerStates
  var gesture: StaticGesture?
  /// Distance of thumb tip and index tip, smoothed, in hand sizes.
  var pinch: Float
  /// The same distance without smoothing.
  var measuredPinch: Float
  /// Whether palm or back is visible, with the index finger out.
  var canPinch: Bool
  /// Whether thumb and index are near each other, pinching or not.
  var isNearPinch: Bool
  /// Whether the palm may be turning. Distances then change without motion of a finger.
  var isTurning: Bool
  /// Whether the palm certainly turns, which is detected later.
  var isSurelyTurning: Bool
  /// Mean distance of three finger tips from the wrist, in hand sizes.
  /// The tips are middle, ring and little (see `Openness`).
  var openness: Float
  /// Height of the wrist without smoothing, in frame heights from the top.
  var measuredHeight: Float
  /// The wrist in frame heights from the left edge.
  var across: Float
  /// Distance of wrist and middle MCP, in frame heights.
  var size: Float
  /// The size without the effect of a tilt (`PalmPlane.size`).
  var palm: Float
  /// Whether earlier measurements of the hand are not valid any more.
  /// It was away for longer than a hand may be between two frames.
  var isFresh: Bool
  /// The motion of the hand as a whole.
  var passage: Passage
  /// The gate that decides whether the hand may begin an action.
  var gate: BeginGate

  /// Reads a hand.
  /// - Parameters:
  ///   - hand: with smoothed landmarks.
  ///   - measure: the hand as it came from the tracker.
  ///   - reading: the pinch reading of its model.
  ///   - pinchDistance: the distance below which a pinch engages, in hand sizes.
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
      pinch: measuredPinch, openness: hand.world.flatMap(Openness.inSpace) ?? Openness.inFrame(measure), at: time, isKept: hand.isKept)
    isNearPinch = pinch < HandMeasure.candidate(upTo: pinchDistance)
    size = hand.landmarks.size(aspect: aspect)
    palm = max(PalmPlane(HandMeasure(hand.landmarks, aspect: aspect)).size, 1e-6)
  }

  /// Number of extended fingers as the clutch counts them.
  /// A hand whose thumb meets its index finger is not open, even if the others are straight.
  var openFingers: Int { isNearPinch ? min(fingers.count, 3) : fingers.count }
}
