/// A type that smooths the lengths for the clutches and detects turns.
/// The length itself passes the filter, not the coordinates of the two points. A hand that moves as a whole
/// opens the filters of its coordinates, and their noise would be heard.
package struct SteadyLengths: Sendable {
  /// Prediction time of a predicting filter, in seconds.
  /// A change of more than 2 ms restarts the filters of the lengths.
  package var lookAhead: Float {
    didSet {
      if kind.isOther(lookAhead, than: inUse) {
        inUse = lookAhead
        pinch = kind.make(lookAhead: lookAhead, noise: noise)
        openness = kind.make(lookAhead: lookAhead, noise: noise)
      }
    }
  }
  /// Longest absence that does not restart the filters, in seconds (`FramePace.longestPause`).
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
  /// The last smoothed lengths.
  private var smoothed = (pinch: Float.zero, openness: Float.zero)

  package init(_ kind: FilterKind, lookAhead: Float, noise: LandmarkNoise = .float) {
    self.kind = kind
    self.noise = noise
    self.lookAhead = lookAhead
    inUse = lookAhead
    pinch = kind.make(lookAhead: lookAhead, noise: noise)
    openness = kind.make(lookAhead: lookAhead, noise: noise)
  }

  /// Processes the hand of one frame for turns of the palm.
  /// - Parameters: the hand as it came from the tracker, the frame's time in seconds, and whether it was kept
  ///   from an earlier frame.
  /// - Returns: whether its palm turns.
  package mutating func turns(_ measure: HandMeasure, at time: Double, isKept: Bool = false) -> Bool {
    if isKept {
      _ = sureTurn.rest(until: time)
      return turn.rest(until: time)
    }
    _ = sureTurn.update(measure, at: time)
    return turn.update(measure, at: time)
  }
  /// Whether the palm certainly turned in the last frame that `turns` processed.
  var isSurelyTurning: Bool { sureTurn.isTurning }

  /// Smooths the lengths of one frame.
  /// - Parameters: the lengths of this frame in hand sizes, its time in seconds, and whether they were kept
  ///   from an earlier frame. Kept lengths are not a measurement, and the output stays the same (see
  ///   `HandSmoother.smooth`).
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
