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
