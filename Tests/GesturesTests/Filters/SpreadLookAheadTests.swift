import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the filters of a pinch's lengths. They look as far ahead as the landmarks' filters, also after a new
/// latency measurement.
@Suite struct SpreadLookAheadTests {
  /// Returns how far ahead of its true length an opening pinch is. The unit is seconds of its way. The pinch opens at
  /// constant speed. The look-ahead changes in the middle.
  private func lead(_ kind: FilterKind, from first: Float, to second: Float) -> Float {
    var lengths = SteadyLengths(kind, lookAhead: first)
    var ahead: Float = 0
    for i in 0...60 {
      let length = 0.2 + 0.3 * Float(i) / 30
      if i == 30 { lengths.lookAhead = second }
      ahead = (lengths.smooth(pinch: length, openness: 1, at: Double(i) / 30).pinch - length) / 0.3
    }
    return ahead
  }

  @Test func `the lengths follow a new measurement`() {
    let (near, far) = (lead(.constantVelocity, from: 0.02, to: 0.02), lead(.constantVelocity, from: 0.06, to: 0.06))
    #expect(far - near > 0.015)
    #expect(abs(lead(.constantVelocity, from: 0.02, to: 0.06) - far) < 0.001)
    #expect(abs(lead(.constantVelocity, from: 0.06, to: 0.02) - near) < 0.001)
    #expect(lead(.oneEuro, from: 0.02, to: 0.06) == lead(.oneEuro, from: 0.02, to: 0.02))
  }

  /// A change of one or two milliseconds does not restart the filter.
  @Test func `a trembling measurement forgets nothing`() {
    for (lookAhead, isNew) in [(Float(0.0215), false), (0.03, true)] {
      var lengths = SteadyLengths(.constantVelocity, lookAhead: 0.02)
      for i in 0...30 { _ = lengths.smooth(pinch: 0.2, openness: 1, at: Double(i) / 30) }
      lengths.lookAhead = lookAhead
      let next = lengths.smooth(pinch: 0.3, openness: 1, at: 1 + 1.0 / 30).pinch
      #expect((next == 0.3) == isNew, "\(lookAhead): \(next)")
    }
  }

  /// The look-ahead changes during a spread. From then on its pitch is ahead by the difference of the two leads.
  @Test(arguments: [FilterKind.constantVelocity, .oneEuro])
  func `the engine looks farther ahead with a hand that is there`(kind: FilterKind) {
    func cents(_ second: Float) -> [Float] {
      var settings = GestureSettings()
      settings.filter = kind
      settings.pitchDetentCents = 0
      var engine = GestureEngine(settings)
      engine.lookAhead = 0.02
      engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
      return (0..<90).map { i in
        if i == 52 { engine.lookAhead = second }
        let time = Double(i) / 30
        let aperture = 0.05 + 0.5 * Float(min(max((time - 0.8) / 2, 0), 1))
        let posed = PosedHand(.right, .pinching(aperture: aperture), wrist: SIMD2(0.42, 0.74), size: 0.2)
        let hand = Hand(id: 1, handedness: .right, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
        let control = engine.process(HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: [hand])).control.player
        #expect(i < 52 || control?.pitchGrip == .spread)
        return control?.pitchCents ?? 0
      }
    }
    let (near, far) = (cents(0.02), cents(0.06))
    guard kind == .constantVelocity else {
      #expect(far == near)
      return
    }
    // Measure when the filters have found their speed again. `gain` is the change per second, `ahead` the lead of one
    // over the other.
    let gain = (near[80] - near[60]) * 1.5
    #expect(gain > 300, "\(gain) cents a second")
    let ahead = (60..<80).map { far[$0] - near[$0] }.reduce(0, +) / 20 / gain
    let expected: Float = 0.06 * exp2(-0.6) - 0.02 * exp2(-0.2)
    #expect(abs(ahead - expected) < 0.004, "\(ahead * 1000) ms ahead instead of \(expected * 1000)")
  }
}
