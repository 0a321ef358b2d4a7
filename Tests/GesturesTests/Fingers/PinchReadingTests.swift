import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of readings that differ from the full model's. A fist looks like a pinch. The distances were recorded with
/// `lite`.
@Suite struct PinchReadingTests {
  private static let lite = PinchReading(leastBetweenTips: 0.5)

  /// Returns a hand that holds a pinch.
  /// - Parameters: distances from thumb tip to index tip and from middle tip to index tip, in hand sizes.
  private func hand(pinch: Float, between: Float) -> Hand {
    var hand = Played.pinch(2, .right, aperture: 0.05)
    let size = hand.landmarks.size(aspect: 4.0 / 3)
    let index = hand.landmarks[.indexTip]
    hand.landmarks[.thumbTip].x = index.x - pinch * size * 0.75
    hand.landmarks[.thumbTip].y = index.y
    hand.landmarks[.middleTip].x = index.x + between * size * 0.75
    hand.landmarks[.middleTip].y = index.y
    return hand
  }

  /// Whether a second of this hand engages the pitch.
  private func takes(_ hand: Hand, _ reading: PinchReading) -> Bool {
    var engine = GestureEngine(noise: LandmarkNoise(timesFloat: 1.3, pinches: reading))
    engine.introduce([hand])
    return Played.play(1, &engine) { _ in [hand] }.contains { output in
      output.events.contains { if case .controlEngaged(.pitch) = $0 { true } else { false } }
    }
  }

  @Test(arguments: [Float(0.33), 0.36, 0.42])
  func `a fist that is read as a pinch takes nothing`(between: Float) {
    #expect(!takes(hand(pinch: 0.13, between: between), Self.lite))
    #expect(takes(hand(pinch: 0.13, between: between), .plain), "the full model may pinch with the middle finger beside the index")
  }

  @Test(arguments: [Float(0.03), 0.13, 0.22])
  func `a closed pinch is taken`(pinch: Float) {
    #expect(takes(hand(pinch: pinch, between: 0.6), Self.lite))
    #expect(takes(hand(pinch: pinch, between: 0.6), .plain))
  }

  @Test func `a hand that is not closed takes nothing`() {
    #expect(!takes(hand(pinch: 0.28, between: 0.6), Self.lite))
  }
}
