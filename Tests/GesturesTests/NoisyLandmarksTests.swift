import Foundation
import Gestures
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests of noisy landmarks. Filter, reader and clutch together end at nearly the same value with any noise.
@Suite struct NoisyLandmarksTests {
  private static let aspect: Float = 4.0 / 3

  /// Plays a pinch with noise. It closes until 0.5 s, rests until 1.2 s, and spreads or rises until 2.4 s. With
  /// `begins` it starts to do so earlier, while it still closes. Every landmark is off by up to 0.01 hand sizes in
  /// any direction, and the camera begins at any time.
  /// - Returns: the cents at the end, and the state of the pinch.
  private func end(_ grip: Grip, rate: Double, seed: UInt64, from begins: Float = 1.2, noise: Float = 0.01) -> (cents: Float, grip: Grip?) {
    var random = SplitMix(seed: seed)
    var engine = GestureEngine()
    var last = PlayerControl()
    let begin = Double(random.unit()) / rate
    var index = 0
    while begin + Double(index) / rate < 4 {
      let time = begin + Double(index) / rate
      let t = Float(time)
      let closing = min(max((0.5 - t) / 0.5, 0), 1)
      let way = min(max((t - begins) / 1.2, 0), 1)
      let acting = way * way * (3 - 2 * way)
      let aperture = 0.05 + 0.6 * closing + (grip == .spread ? 0.5 * acting : 0)
      let rise = grip == .fader ? 1.2 * acting : 0
      var points = PosedHand(.right, .pinching(aperture: aperture), wrist: SIMD2(0.42, 0.78 - rise * 0.2), size: 0.2)
        .landmarks(aspect: Self.aspect).mirrored
      let size = points.size(aspect: Self.aspect)
      for k in 0..<Landmarks.count {
        let angle = 2 * Float.pi * random.unit()
        let off = noise * random.unit().squareRoot() * size
        points[k].x += off * cos(angle) / Self.aspect
        points[k].y += off * sin(angle)
      }
      let hand = Hand(id: 1, handedness: .right, landmarks: points)
      last = engine.process(HandFrame(index: index, time: time, aspect: Self.aspect, hands: [hand])).control.player ?? last
      index += 1
    }
    return (last.pitchCents, last.pitchGrip)
  }

  @Test(arguments: [Grip.spread, .fader], [15.0, 30, 60])
  func `ten seeds end within thirty cents`(grip: Grip, rate: Double) throws {
    let ends = (0..<10).map { end(grip, rate: rate, seed: $0) }
    #expect(ends.allSatisfy { $0.grip == grip })
    let least = try #require(ends.map(\.cents).min())
    let most = try #require(ends.map(\.cents).max())
    print("\(grip) at \(rate) frames a second: \(least) to \(most) cents")
    #expect(most - least < 30 && least > 600)
  }

  /// The hand already rises while it closes. It makes no difference whether a frame lies just before or just after
  /// the place where it becomes a pinch. With a start that depends on the first frame of the pinch, ends lie up to 51
  /// cents apart.
  @Test(arguments: [0.2, 0.3, 0.4] as [Float], [15.0, 30, 60])
  func `a hand in a hurry ends within thirty cents too`(begins: Float, rate: Double) throws {
    let ends = (0..<(Ring.isLong ? 40 : 10)).map { end(.fader, rate: rate, seed: $0, from: begins, noise: 0.005) }
    #expect(ends.allSatisfy { $0.grip == .fader })
    let least = try #require(ends.map(\.cents).min())
    let most = try #require(ends.map(\.cents).max())
    print("in a hurry from \(begins) s at \(rate) frames a second: \(least) to \(most) cents")
    #expect(most - least < 30 && least > 500)
  }
}
