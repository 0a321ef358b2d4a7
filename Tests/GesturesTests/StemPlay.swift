import Foundation
import Gestures
import Hands
import SyntheticHands

/// Hands for stems mode without a tracker. They come from scripts or are posed, with exact or noisy landmarks.
enum StemPlay {
  static let aspect: Float = 4.0 / 3

  /// Returns the frames of a script. The camera begins at any time of a frame.
  /// - Parameter noise: largest error of every landmark in any direction, in hand sizes.
  static func frames(_ script: Choreography, rate: Double, noise: Float = 0, seed: UInt64 = 0) -> [HandFrame] {
    var random = SplitMix(seed: seed)
    let begin = Double(random.unit()) / rate
    return (0..<Int((script.duration - begin) * rate)).map { i in
      let time = begin + Double(i) / rate
      let hands = script.moment(at: time).hands.filter { $0.visibleShare(aspect: aspect) > 0.6 }.map { hand($0, noise: noise, &random) }
      return HandFrame(index: i, time: time, aspect: aspect, hands: hands)
    }
  }

  /// Returns a posed hand as the player sees it.
  static func hand(_ posed: PosedHand, id: Int? = nil, noise: Float, _ random: inout SplitMix) -> Hand {
    var points = posed.landmarks(aspect: aspect).mirrored
    let size = points.size(aspect: aspect)
    for k in 0..<Landmarks.count where noise > 0 {
      let angle = 2 * Float.pi * random.unit()
      let off = noise * random.unit().squareRoot() * size
      points[k].x += off * cos(angle) / aspect
      points[k].y += off * sin(angle)
    }
    let side = posed.handedness
    return Hand(id: id ?? (side == .left ? 1 : 2), handedness: side, landmarks: points, world: posed.worldLandmarks)
  }

  /// Returns a hand at a place of the player's frame.
  /// - Parameters:
  ///   - rise: in hand sizes.
  ///   - roll: in degrees clockwise as the player sees it.
  static func hand(
    _ side: Handedness, _ pose: HandPose, rise: Float = 0, roll: Float = 0, x: Float? = nil, id: Int? = nil, confidence: Float = 1
  ) -> Hand {
    var random = SplitMix(seed: 0)
    let posed = PosedHand(side, pose, wrist: SIMD2(x ?? (side == .right ? 0.42 : 0.92), 0.75 - rise * 0.2), size: 0.2, roll: -roll)
    var hand = hand(posed, id: id, noise: 0, &random)
    hand.confidence = confidence
    return hand
  }

  /// Returns the time of the longest allowed dropout. Its last frame is less than 0.2 s after the last good one.
  static func longestDropout(_ rate: Double) -> Double { ((0.2 * rate - 1e-6).rounded(.up) - 1) / rate }

  /// Plays frames into an engine.
  @discardableResult static func play(_ frames: [HandFrame], _ engine: inout GestureEngine) -> [GestureEngine.Output] {
    frames.map { engine.process($0) }
  }

  /// Plays hands from one time to another. `hands` creates them for each frame.
  @discardableResult static func play(
    _ engine: inout GestureEngine, _ begin: Double, _ end: Double, rate: Double = 30, _ hands: (Double) -> [Hand]
  ) -> [GestureEngine.Output] {
    (Int((begin * rate).rounded())..<Int((end * rate).rounded())).map { i in
      engine.process(HandFrame(index: i, time: Double(i) / rate, aspect: aspect, hands: hands(Double(i) / rate)))
    }
  }

  /// Returns an engine in stems mode with a selected channel.
  static func engine(selected: Int? = 0, filter: FilterKind = .oneEuro) -> GestureEngine {
    var settings = GestureSettings()
    settings.filter = filter
    var engine = GestureEngine(settings, mode: .stems)
    engine.select(stem: selected)
    return engine
  }
}

extension GestureEngine.Output {
  var stems: StemsControl { control.stems ?? StemsControl(volume: .nan) }
}

extension [GestureEngine.Output] {
  /// The requests in order, with their times.
  var asks: [(time: Double, event: GestureEvent)] {
    flatMap { output in
      output.events.compactMap {
        switch $0 {
        case .channelSelected, .loopAsked, .muteAsked, .soloAsked: (output.control.time, $0)
        default: nil
        }
      }
    }
  }

  /// The controls that hands engaged, in order.
  var engaged: [GestureEvent.Control] {
    flatMap(\.events).compactMap { if case .controlEngaged(let control) = $0 { control } else { nil } }
  }
  var released: [GestureEvent.Control] {
    flatMap(\.events).compactMap { if case .controlReleased(let control) = $0 { control } else { nil } }
  }
}
