import Hands

/// The poses and the motion of one hand since it appeared.
struct HandState: Sendable {
  private var reader = FingerReader()
  private(set) var gesture = Dwell<StaticGesture>(into: 0.25, outOf: 0.15)
  private var count = Dwell<Int>(into: 0.15, outOf: 0.15)
  var steady: SteadyLengths
  private(set) var side: Handedness
  private var motion = HandMotion()
  var gate = BeginGate()
  let cameAt: Double
  private(set) var lastSeen: Double
  private var frames = 0
  /// Seconds for which the hand has shown each pose since it appeared.
  private(set) var shown: [StaticGesture: Double] = [:]
  private(set) var announced = false
  var fired = false

  /// Creates the state of a hand that has appeared.
  /// - Parameter time: of its first frame, in seconds.
  init(_ hand: Hand, steady: SteadyLengths, at time: Double) {
    self.steady = steady
    (side, cameAt, lastSeen) = (hand.handedness, time, time)
  }

  /// Reads the hand of one frame, and adds its events.
  /// - Parameters:
  ///   - hand: smoothed.
  ///   - measured: the same hand as it was tracked.
  ///   - framesToBelieve: frames that a hand needs until its appearance is reported.
  mutating func read(
    _ hand: Hand, _ measured: Hand, in frame: HandFrame, _ settings: GestureSettings, _ noise: LandmarkNoise, framesToBelieve: Int,
    _ events: inout [GestureEvent]
  ) -> ReadHand {
    let time = frame.time
    let before = lastSeen
    let isFresh = time - before > steady.forgetAfter
    lastSeen = time
    side = hand.handedness
    frames += 1
    let fingers = reader.read(hand.landmarks, aspect: frame.aspect)
    let pose = StaticGesture.read(fingers, HandMeasure(hand.landmarks, aspect: frame.aspect))
    if let pose { shown[pose, default: 0] += min(time - before, steady.forgetAfter) }
    if !announced, frames >= framesToBelieve {
      announced = true
      events.append(.handAppeared(id: hand.id, hand.handedness))
    }
    for change in count.update(fingers.count, at: time) {
      if case .began(let count) = change { events.append(.fingerCount(hand: hand.id, hand.handedness, count)) }
    }
    for change in gesture.update(pose, at: time) {
      switch change {
      case .began(let g): events.append(.gestureBegan(hand: hand.id, hand.handedness, g))
      case .ended(let g):
        events.append(.gestureEnded(hand: hand.id, hand.handedness, g))
        fired = false
      }
    }
    let measure = HandMeasure(measured.landmarks, aspect: frame.aspect)
    motion.see(measure.point(.wrist), size: measure.size, at: time)
    gate.see(measure, confidence: hand.confidence, stays: motion.excursion(over: BeginGate.over), at: time)
    return ReadHand(
      hand, measure: measure, fingers: fingers, gesture: pose, aspect: frame.aspect, reading: noise.pinches,
      pinchDistance: settings.pinchDistance, steady: &steady, isFresh: isFresh, passage: Passage(motion, cameAt: cameAt), gate: gate,
      at: time)
  }
}
