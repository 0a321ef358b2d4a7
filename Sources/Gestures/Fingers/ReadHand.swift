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
  /// From thumb tip to index tip along the palm's own axes, in hand sizes; nil where the tracker gives no points in space.
  var pinchWay: SIMD3<Float>?
  /// The hand shows its palm or its back, and the index finger is not rolled in.
  var canPinch: Bool
  /// Mean distance of middle, ring and little tip from the wrist, in hand sizes: about 1 curled, 1.7 to 2 straight. In space where there are points in space, so that a
  /// tilt is no opening.
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
    measuredPinch = measure.distance(.thumbTip, .indexTip)
    canPinch = measure.canPinch
    let palm = hand.world.flatMap { PalmFrame($0) }
    (pinch, openness, pinchWay) = steady.smooth(
      pinch: measuredPinch, openness: palm?.openness ?? measure.openness, pinchWay: palm?.way(.thumbTip, .indexTip), at: time)
    size = hand.landmarks.size(aspect: aspect)
  }

  /// Thumb and index are near each other, whether or not they pinch yet.
  var isNearPinch: Bool { pinch < RelativeClutch.candidateUpTo }
  /// Extended fingers as the clutch counts them: a hand whose thumb meets its index finger is not open, however straight the others are.
  var openFingers: Int { isNearPinch ? min(fingers.count, 3) : fingers.count }
}

extension HandMeasure {
  /// Thumb and index finger can meet in a pinch here. Not in a fist, whose index finger is rolled into the palm; not in a hand that shows its edge, whose fingers only lie
  /// behind each other; and not in one that hangs down at somebody's side, which points more than 30 degrees below the horizon.
  package var canPinch: Bool {
    let hangs = (point(.middleMCP) - point(.wrist)).y > 0.5 * size
    return !hangs && distance(.indexTip, .wrist) > 1.15 && PalmPlane(self).flatness > 0.45
  }

  /// Mean distance of middle, ring and little tip from the wrist.
  package var openness: Float {
    (distance(.middleTip, .wrist) + distance(.ringTip, .wrist) + distance(.littleTip, .wrist)) / 3
  }
}

/// Smooths the lengths that the clutches use. The length itself passes the filter, not the two points' coordinates: a hand that moves as a whole opens the filters of its
/// coordinates, and their noise would be heard.
package struct SteadyLengths: Sendable {
  /// Seconds that a predicting filter looks ahead. When it changes by more than 2 ms, the lengths begin afresh.
  package var lookAhead: Float {
    didSet {
      if kind.isOther(lookAhead, than: inUse) {
        inUse = lookAhead
        pinch = kind.make(lookAhead: lookAhead)
        openness = kind.make(lookAhead: lookAhead)
        pinchWay = (0..<3).map { _ in kind.make(lookAhead: lookAhead) }
      }
    }
  }
  private let kind: FilterKind
  private var inUse: Float
  private var pinch: any ScalarFilter
  private var openness: any ScalarFilter
  /// One for each of the palm's axes.
  private var pinchWay: [any ScalarFilter]
  private var last = -Double.infinity

  package init(_ kind: FilterKind, lookAhead: Float) {
    self.kind = kind
    self.lookAhead = lookAhead
    inUse = lookAhead
    pinch = kind.make(lookAhead: lookAhead)
    openness = kind.make(lookAhead: lookAhead)
    pinchWay = (0..<3).map { _ in kind.make(lookAhead: lookAhead) }
  }

  /// - Parameters: the lengths of this frame in hand sizes, and its time in seconds.
  package mutating func smooth(pinch p: Float, openness o: Float, pinchWay w: SIMD3<Float>? = nil, at time: Double) -> (
    pinch: Float, openness: Float, pinchWay: SIMD3<Float>?
  ) {
    let dt = time - last
    if dt > HandSmoother.forgetAfter || dt < 0 {
      pinch.reset()
      openness.reset()
      for k in pinchWay.indices { pinchWay[k].reset() }
    }
    last = time
    var way = w
    if let w { for k in pinchWay.indices { way?[k] = pinchWay[k].update(w[k], dt: Float(dt)) } }
    return (pinch.update(p, dt: Float(dt)), openness.update(o, dt: Float(dt)), way)
  }
}
