import Hands

/// A hand of one frame with its fingers read, as the modes see it.
struct ReadHand: Sendable {
  var hand: Hand
  var fingers: FingerStates
  var gesture: StaticGesture?
  /// Thumb tip to index tip in space, in hand sizes.
  var pinch: Float
  /// The same without smoothing.
  var measuredPinch: Float
  /// The index finger is not rolled into the palm, as it is in a fist.
  var canPinch: Bool
  /// Mean distance of middle, ring and little tip from the wrist, in hand sizes: about 1 curled, 2 straight.
  var openness: Float
  /// Wrist to middle MCP in picture heights.
  var size: Float

  /// - Parameters:
  ///   - hand: with smoothed landmarks.
  ///   - measure: the hand as it came from the tracker.
  ///   - steady: smooths the lengths.
  init(
    _ hand: Hand, measure: HandMeasure, fingers: FingerStates, gesture: StaticGesture?, aspect: Float, steady: inout SteadyLengths,
    at time: Double
  ) {
    self.hand = hand
    self.fingers = fingers
    self.gesture = gesture
    measuredPinch = measure.spaceDistance(.thumbTip, .indexTip)
    canPinch = measure.canPinch
    (pinch, openness) = steady.smooth(pinch: measuredPinch, openness: measure.openness, at: time)
    size = hand.landmarks.size(aspect: aspect)
  }

  /// Thumb and index are near each other, whether or not they pinch yet.
  var isNearPinch: Bool { pinch < RelativeClutch.candidateUpTo }
  /// Extended fingers as the clutch counts them: a hand whose thumb meets its index finger is not open, however straight the others are.
  var openFingers: Int { isNearPinch ? min(fingers.count, 3) : fingers.count }
}

extension HandMeasure {
  /// The index finger is not rolled into the palm: in a fist thumb and index meet, too.
  var canPinch: Bool { distance(.indexTip, .wrist) > 1.15 }

  /// Mean distance of middle, ring and little tip from the wrist.
  var openness: Float {
    (spaceDistance(.middleTip, .wrist) + spaceDistance(.ringTip, .wrist) + spaceDistance(.littleTip, .wrist)) / 3
  }
}

/// Smooths the lengths that the clutches use. The length itself passes the filter, not the two points' coordinates: a hand that moves as a whole opens the filters of its
/// coordinates, and their noise would be heard.
struct SteadyLengths: Sendable {
  private var pinch: any ScalarFilter
  private var openness: any ScalarFilter
  private var last = -Double.infinity

  init(_ kind: FilterKind, lookAhead: Float) {
    pinch = kind.make(lookAhead: lookAhead)
    openness = kind.make(lookAhead: lookAhead)
  }

  /// - Parameters: the lengths of this frame in hand sizes, and its time in seconds.
  mutating func smooth(pinch p: Float, openness o: Float, at time: Double) -> (pinch: Float, openness: Float) {
    let dt = time - last
    if dt > HandSmoother.forgetAfter || dt < 0 {
      pinch.reset()
      openness.reset()
    }
    last = time
    return (pinch.update(p, dt: Float(dt)), openness.update(o, dt: Float(dt)))
  }
}
