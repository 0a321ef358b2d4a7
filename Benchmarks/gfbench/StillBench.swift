import Camera
import Foundation
import GestureFlowAPI
import Gestures
import HandTracking
import Hands
import SyntheticHands

/// Tracks hands that rest or hardly move, and an empty room. The performer supplies both: it knows the truth, and its
/// sensor has noise. Nothing is timed by the clock: frames come as fast as they can, and times are the frames' own.
enum StillBench {
  /// Takes of the sensor's noise for each pose. One take is not enough: of a pinch it gave 0.0067 behind the filter,
  /// and five others together gave 0.0086 (`float`).
  private static let takes = 5

  static func run() throws {
    var result: [String: Any] = [:]
    for size in [ModelSize.float, .int8] {
      let models = try TrackerModels(.standard(), size: size, parallel: false)
      let (before, behind, poses) = try jitter(models)
      result[size.rawValue] = ["jitterBefore": before, "jitterBehind": behind, "poses": poses, "slowPinchLagMs": try slowPinchLag(models)]
    }
    result["emptyRoom"] = try emptyRooms()
    try TrackBench.show(result)
  }

  /// A right hand that stands still in the middle of the frame.
  private static func still(_ pose: HandPose, take: UInt64, seconds: Double) -> VirtualPerformer {
    var script = Choreography(
      name: "still", duration: seconds, parts: [HandPart([(time: 0, hand: PosedHand(.right, pose, wrist: SIMD2(0.66, 0.78), size: 0.22))])])
    script.scenery.take = take
    return VirtualPerformer(script, live: false, seconds: seconds)
  }

  /// Measures the jitter of the landmarks of a hand at rest. It is the root of the mean square of one coordinate about
  /// its mean, in hand sizes. `before` is as the model gives them, `behind` is behind the default filter that is set
  /// for the model. It is measured over six seconds of each take of an open hand, a fist, two fingers and a pinch.
  private static func jitter(_ models: TrackerModels) throws -> (before: Double, behind: Double, poses: [[Double]]) {
    var poses: [[Double]] = []
    var before = Spread()
    var behind = Spread()
    var frames = 0
    let asked = [HandPose.open, .fist, .two, .pinching(aperture: 0.3)]
    for i in 0..<asked.count * takes {
      let source = still(asked[i / takes], take: UInt64(i + 1), seconds: 7)
      let tracker = try HandTracker(models, maxHands: 1)
      var smoother = HandSmoother(GestureSettings().filter, noise: models.size.noise)
      while case .frame(let frame) = source.next(timeout: 1) {
        let seen = try tracker.process(frame)
        let smooth = smoother.smooth(seen)
        guard frame.time >= 1, let hand = seen.hands.first, let smoothed = smooth.hands.first else { continue }
        frames += 1
        // A kept hand is shown again, but it is not a reading of its own.
        if !hand.isKept { before.add(hand.landmarks, aspect: frame.aspect) }
        behind.add(smoothed.landmarks, aspect: frame.aspect)
      }
      before.close()
      behind.close()
      if i % takes == takes - 1 { poses.append([before.ofPart(), behind.ofPart()]) }
    }
    guard frames > 500 * takes else { throw Failure("a hand that stands still is seen on \(frames) frames only") }
    return (before.deviation, behind.deviation, poses)
  }

  /// Squares of the ways of landmarks from their means.
  private struct Spread {
    /// Of the present hand: its landmarks in frame heights, and its sizes.
    private var points: [[SIMD2<Float>]] = []
    private var sizes: [Float] = []
    private var squares = 0.0
    private var count = 0
    /// Both as they were when a part was told last.
    private var told = (squares: 0.0, count: 0)

    mutating func add(_ landmarks: Landmarks, aspect: Float) {
      points.append((0..<Landmarks.count).map { SIMD2(landmarks[$0].x * aspect, landmarks[$0].y) })
      sizes.append(landmarks.size(aspect: aspect))
    }

    /// Ends one hand. Its unit is the mean of its sizes: each frame's own would carry its noise into every coordinate.
    mutating func close() {
      let unit = sizes.reduce(0, +) / Float(max(sizes.count, 1))
      for k in 0..<Landmarks.count where !points.isEmpty {
        let mean = points.reduce(SIMD2<Float>.zero) { $0 + $1[k] } / Float(points.count)
        for frame in points {
          let way = (frame[k] - mean) / unit
          squares += Double((way * way).sum())
        }
        count += 2 * points.count
      }
      (points, sizes) = ([], [])
    }

    /// The deviation of the hands since this was asked last.
    mutating func ofPart() -> Double {
      defer { told = (squares, count) }
      return ((squares - told.squares) / Double(max(count - told.count, 1))).squareRoot()
    }

    var deviation: Double { (squares / Double(max(count, 1))).squareRoot() }
  }

  /// Returns the mean age of the landmarks of a pinch, in ms. The pinch closes by a tenth of a hand size a second, and
  /// some landmarks are kept from frames before. It rests for a second and a half before, so that its stillness is
  /// known. The worst of three sensors counts.
  private static func slowPinchLag(_ models: TrackerModels) throws -> Double {
    let rest = 1.5
    let seconds = 5.5
    return try [0.005, 0.012, 0.03].map { (noise: Float) throws -> Double in
      let rate = 30.0
      let keys = (0...Int(seconds * rate)).map { i in
        let closed = 0.1 * Float(max(0, Double(i) / rate - rest))
        return (time: Double(i) / rate, hand: PosedHand(.right, .pinching(aperture: 0.55 - closed), wrist: SIMD2(0.66, 0.78), size: 0.22))
      }
      var script = Choreography(name: "slow pinch", duration: seconds + 1, parts: [HandPart(keys)])
      script.scenery.noise = noise
      let source = VirtualPerformer(script, rate: rate, live: false, seconds: seconds)
      let tracker = try HandTracker(models, maxHands: 1)
      var measured: Double?
      var ages: [Double] = []
      var keptAtRest = 0
      while case .frame(let frame) = source.next(timeout: 1) {
        guard let hand = try tracker.process(frame).hands.first else { continue }
        if !hand.isKept { measured = frame.time } else if frame.time <= rest { keptAtRest += 1 }
        if let measured, frame.time > rest { ages.append(frame.time - measured) }
      }
      guard ages.count > 100 else { throw Failure("the slow pinch is seen on \(ages.count) frames only") }
      // A hand of which nothing is kept cannot be late by it.
      guard keptAtRest > 5 else { throw Failure("only \(keptAtRest) frames are kept before the slow pinch, with noise of \(noise)") }
      return ages.reduce(0, +) / Double(ages.count) * 1000
    }.max() ?? 0
  }

  /// Measures an empty room of twenty seconds. Then a hand comes in from below within 0.4 s and stays. Results:
  /// palm searches a second in the last nine and a half seconds of the empty room. And ms from the frame in which
  /// the hand is wholly in view to the one in which it is found. Measured for a left and a right hand in a lit and
  /// in a dim room.
  private static func emptyRooms() throws -> [String: Any] {
    let models = try TrackerModels(.standard(), size: .int8, parallel: false)
    let (empty, end) = (20.0, 22.0)
    var searches: [Double] = []
    var delays: [Double] = []
    for name in ["open", "hard"] {
      for side in [Handedness.left, .right] {
        guard var script = Scripts.named(name) else { throw Failure("there is no script \(name)") }
        let x: Float = side == .right ? 0.5 : 0.85
        script.duration = end + 4
        script.parts = [
          HandPart(
            [(0.0, Float(1.5)), (empty, 1.5), (empty + 0.4, 0.78), (end, 0.76)].map { t, y in
              (time: t, hand: PosedHand(side, .open, wrist: SIMD2(x, y), size: 0.22))
            })
        ]
        let source = VirtualPerformer(script, live: false, seconds: end)
        let tracker = try HandTracker(models, maxHands: 2)
        var runs = (at: 0, until: 0)
        var inView: Double?
        var found: Double?
        while case .frame(let frame) = source.next(timeout: 1) {
          let hands = try tracker.process(frame).hands
          if frame.time < 10.5 { runs.at = tracker.quality.palmRuns }
          if frame.time < empty { runs.until = tracker.quality.palmRuns }
          if inView == nil, source.truth(of: frame.index).first.map({ $0.visible > 0.99 }) ?? false { inView = frame.time }
          if found == nil, !hands.isEmpty { found = frame.time }
        }
        // One search less than there are in it: as many pauses as fit between them.
        searches.append(Double(runs.until - runs.at - 1) / (empty - 10.5))
        // A hand that is never found counts as long as it was there.
        delays.append(max(0, ((found ?? end) - (inView ?? 0)) * 1000))
      }
    }
    return ["searchesASecond": searches, "foundAfterMs": delays]
  }
}
