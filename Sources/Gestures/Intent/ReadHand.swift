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
    isNearPinch = pinch < HandMeasure.candidate(upTo: pinchDistance)
    size = hand.landmarks.size(aspect: aspect)
    palm = max(PalmPlane(HandMeasure(hand.landmarks, aspect: aspect)).size, 1e-6)
  }

  /// Extended fingers as the clutch counts them: a hand whose thumb meets its index finger is not open, however straight the others are.
  var openFingers: Int { isNearPinch ? min(fingers.count, 3) : fingers.count }
}
