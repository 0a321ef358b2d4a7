import Foundation
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of prediction. A predicting filter shows a moving hand where it will be when its sound is heard. The other
/// filters ignore the look-ahead.
@Suite struct LookAheadTests {
  private static let aspect: Float = 4.0 / 3

  /// Returns how far ahead a hand of constant speed is shown. The unit is seconds of its way.
  private func lead(_ kind: FilterKind, lookAhead: Float) -> Float {
    var smoother = HandSmoother(kind)
    smoother.lookAhead = lookAhead
    let shape = PosedHand(.right, .open, wrist: SIMD2(0.2, 0.8), size: 0.2).landmarks(aspect: Self.aspect)
    // Speed in frame widths per second.
    let speed: Float = 0.3
    var ahead: Float = 0
    for i in 0...45 {
      let time = Double(i) / 30
      var moved = shape
      for k in 0..<Landmarks.count { moved[k].x += speed * Float(time) }
      let hand = Hand(id: 1, handedness: .right, landmarks: moved)
      let seen = smoother.smooth(HandFrame(index: i, time: time, aspect: Self.aspect, hands: [hand])).hands[0].landmarks
      ahead = (seen[.indexTip].x - moved[.indexTip].x) / speed
    }
    return ahead
  }

  /// The lead is the look-ahead times the filter's trust. The trust falls with the look-ahead, to a half at 0.1 s.
  @Test(arguments: [Float(0.02), 0.03, 0.05])
  func `a moving hand is ahead by its way`(lookAhead: Float) {
    let expected = lookAhead * exp2(-lookAhead / 0.1)
    let lead = lead(.constantVelocity, lookAhead: lookAhead)
    #expect(abs(lead - expected) < 0.0015, "\(lead * 1000) ms ahead instead of \(expected * 1000)")
  }

  @Test(arguments: FilterKind.allCases.filter { $0 != .constantVelocity })
  func `other filters ignore it`(kind: FilterKind) {
    #expect(lead(kind, lookAhead: 0.02) == lead(kind, lookAhead: 0.08))
    #expect(lead(kind, lookAhead: 0.08) < 0.001)
  }

  /// A new latency measurement also applies to a present hand. Changes of one or two milliseconds do not reset its
  /// filters.
  @Test func `another measurement gives another lead`() {
    var smoother = HandSmoother(.constantVelocity)
    let shape = PosedHand(.right, .open, wrist: SIMD2(0.2, 0.8), size: 0.2).landmarks(aspect: Self.aspect)
    func lead(at i: Int) -> Float {
      var moved = shape
      for k in 0..<Landmarks.count { moved[k].x += 0.3 * Float(i) / 30 }
      let frame = HandFrame(index: i, time: Double(i) / 30, aspect: Self.aspect, hands: [Hand(id: 1, handedness: .right, landmarks: moved)])
      return (smoother.smooth(frame).hands[0].landmarks[.indexTip].x - moved[.indexTip].x) / 0.3
    }
    var last: Float = 0
    for i in 0..<30 { last = lead(at: i) }
    let usual = last
    smoother.lookAhead = 0.021
    #expect(abs(lead(at: 30) - usual) < 0.001)
    smoother.lookAhead = 0.05
    for i in 31..<60 { last = lead(at: i) }
    #expect(last > usual + 0.01, "\(last * 1000) ms ahead, and \(usual * 1000) before")
  }

  /// The engine forwards the look-ahead. A pitch that a rising hand moves is ahead by the difference of the two
  /// leads.
  @Test(arguments: [FilterKind.constantVelocity, .oneEuro])
  func `the engine looks ahead`(kind: FilterKind) throws {
    func cents(_ lookAhead: Float) -> [Float] {
      var settings = GestureSettings()
      settings.filter = kind
      var engine = GestureEngine(settings)
      engine.lookAhead = lookAhead
      #expect(engine.lookAhead == lookAhead)
      engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
      return (0..<90).map { i in
        let rise = max(0, Float(i) / 30 - 1) * 0.5
        let posed = PosedHand(.right, .pinching(aperture: 0.05), wrist: SIMD2(0.42, 0.74 - rise * 0.2), size: 0.2)
        let hand = Hand(id: 1, handedness: .right, landmarks: posed.landmarks(aspect: Self.aspect).mirrored)
        let output = engine.process(HandFrame(index: i, time: Double(i) / 30, aspect: Self.aspect, hands: [hand]))
        return output.control.player?.pitchCents ?? 0
      }
    }
    let (near, far) = (cents(0.02), cents(0.06))
    // Measure after the pinch has engaged. `gain` is the change per second, `ahead` the lead of one over the other.
    let gain = (near[85] - near[70]) / 0.5
    #expect(gain > 100, "\(gain) cents a second")
    let ahead = (70..<85).map { far[$0] - near[$0] }.reduce(0, +) / 15 / gain
    guard kind == .constantVelocity else {
      #expect(far == near)
      return
    }
    let expected: Float = 0.06 * exp2(-0.6) - 0.02 * exp2(-0.2)
    #expect(abs(ahead - expected) < 0.006, "\(ahead * 1000) ms ahead instead of \(expected * 1000)")
  }
}
