import Gestures
import Hands
import SyntheticHands

/// Plays hands through the gestures, without a tracker and pixels.
enum Played {
  static func frames(_ script: Choreography, rate: Double = 30, aspect: Float = 4.0 / 3) -> [HandFrame] {
    (0..<Int(script.duration * rate)).map { i in
      let t = Double(i) / rate
      let hands = script.moment(at: t).hands.filter { $0.visibleShare(aspect: aspect) > 0.6 }.map {
        Hand(
          id: $0.handedness == .left ? 1 : 2, handedness: $0.handedness, landmarks: $0.landmarks(aspect: aspect).mirrored,
          world: $0.worldLandmarks)
      }
      return HandFrame(index: i, time: t, aspect: aspect, hands: hands)
    }
  }

  static func play(_ frames: [HandFrame], settings: GestureSettings = GestureSettings()) -> [GestureEngine.Output] {
    var engine = GestureEngine(settings)
    return frames.map { engine.process($0) }
  }

  static func pitch(_ output: [GestureEngine.Output]) -> [Float] { output.compactMap { $0.control.player?.pitchCents } }

  static func pinch(_ id: Int, _ side: Handedness, aperture: Float, rise: Float = 0, confidence: Float = 1) -> Hand {
    let posed = PosedHand(side, .pinching(aperture: aperture), wrist: SIMD2(side == .right ? 0.42 : 0.92, 0.74 - rise * 0.2), size: 0.2)
    return Hand(id: id, handedness: side, confidence: confidence, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
  }

  /// Plays hands that `hands` creates for each frame. Returns the outputs.
  static func play(
    _ seconds: Double, _ engine: inout GestureEngine, from: Double = 0, _ hands: (Double) -> [Hand]
  ) -> [GestureEngine.Output] {
    (0..<Int(seconds * 30)).map { i in
      let t = Double(i) / 30
      return engine.process(HandFrame(index: i, time: from + t, aspect: 4.0 / 3, hands: hands(t)))
    }
  }
}

extension GestureEngine {
  /// Shows the hands of a test's first frame before that frame. Players do so, too. The hands have the same places
  /// and identities, are at rest, and their thumb and index finger are apart.
  /// - Parameters:
  ///   - hands: of the first frame.
  ///   - begin: the time of that frame, in seconds.
  ///   - seconds: for which they are shown. At least three frames are shown.
  @discardableResult mutating func introduce(
    _ hands: [Hand], until begin: Double = 0, seconds: Double = 0.7, rate: Double = 30, aspect: Float = 4.0 / 3
  ) -> [Output] {
    let shown = hands.map { $0.withThumbAway(aspect: aspect) }
    let frames = max(Int((seconds * rate).rounded()), 3)
    return (0..<frames).map { i in
      process(HandFrame(index: i - frames, time: begin + Double(i - frames) / rate, aspect: aspect, hands: shown))
    }
  }
}

extension Hand {
  /// Returns the hand with thumb and index finger apart. A nearer thumb tip moves to 0.7 hand sizes beside the index
  /// tip.
  func withThumbAway(aspect: Float) -> Hand {
    let measure = HandMeasure(landmarks, aspect: aspect)
    guard measure.distance(.thumbTip, .indexTip) < 0.7 else { return self }
    var hand = self
    let outwards: Float = landmarks[.indexMCP].x < landmarks[.littleMCP].x ? -1 : 1
    hand.landmarks[.thumbTip].x = landmarks[.indexTip].x + outwards * 0.7 * measure.size / aspect
    hand.landmarks[.thumbTip].y = landmarks[.indexTip].y
    return hand
  }
}
