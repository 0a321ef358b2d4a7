import Gestures
import Hands
import Performer

/// Hands without a tracker and pixels, put through the gestures.
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

  /// Plays hands made for each frame; answers the outputs.
  static func play(
    _ seconds: Double, _ engine: inout GestureEngine, from: Double = 0, _ hands: (Double) -> [Hand]
  ) -> [GestureEngine.Output] {
    (0..<Int(seconds * 30)).map { i in
      let t = Double(i) / 30
      return engine.process(HandFrame(index: i, time: from + t, aspect: 4.0 / 3, hands: hands(t)))
    }
  }
}
