import Gestures
import Hands
import Testing

/// Tests of smoothing the landmarks. Each hand is smoothed separately, in hand sizes. Old readings are forgotten in
/// time.
@Suite struct HandSmootherTests {
  private func frame(_ time: Double, _ hands: [Hand], aspect: Float = DrawnHand.aspect) -> HandFrame {
    HandFrame(index: Int(time * 30), time: time, aspect: aspect, hands: hands)
  }
  /// Returns an open hand, moved and scaled about its wrist.
  private func hand(_ id: Int, at x: Float = 0, scale: Float = 1) -> Hand {
    var points = DrawnHand.open
    for k in 0..<Landmarks.count {
      points[k].x = 0.5 + (points[k].x - 0.5) * scale + x
      points[k].y = 0.9 + (points[k].y - 0.9) * scale
      points[k].z = Float(k) * 0.01
    }
    return Hand(id: id, handedness: .right, landmarks: points, world: points)
  }
  /// Returns the shift of a smoothed index tip to the right. The reference is a still hand.
  private func shift(_ frame: HandFrame, hand at: Int = 0) -> Float {
    frame.hands[at].landmarks[.indexTip].x - hand(1).landmarks[.indexTip].x
  }
  /// Returns a smoother that has seen a still hand for a second.
  private func settled(_ kind: FilterKind = .kalman, _ hands: [Hand]? = nil) -> HandSmoother {
    var smoother = HandSmoother(kind)
    for i in 0...30 { _ = smoother.smooth(frame(Double(i) / 30, hands ?? [hand(1)])) }
    return smoother
  }

  @Test func `a step is smoothed and depth and space stay`() {
    var smoother = settled()
    let moved = hand(1, at: 0.1)
    let result = smoother.smooth(frame(1 + 1.0 / 30, [moved]))
    #expect(shift(result) > 0.01 && shift(result) < 0.07, "\(shift(result))")
    #expect(result.hands[0].world == moved.landmarks && result.hands[0].landmarks[.littleTip].z == moved.landmarks[.littleTip].z)
    #expect(result.hands[0].id == 1 && result.time == 1 + 1.0 / 30)
  }

  @Test func `without a filter the frame is what it was`() {
    var smoother = settled(.none)
    let moved = frame(1.01, [hand(1, at: 0.1)])
    let result = smoother.smooth(moved)
    #expect(result == moved)
  }

  /// The gap is longer than 0.15 s, or the time lies back. The filter restarts at the measured place.
  @Test(arguments: [1.16, 0.3]) func `after a gap a hand begins anew`(time: Double) {
    var smoother = settled()
    let result = smoother.smooth(frame(time, [hand(1, at: 0.1)]))
    #expect(abs(shift(result) - 0.1) < 1e-5)
  }

  @Test func `a short gap does not count`() {
    var smoother = settled()
    let result = smoother.smooth(frame(1.12, [hand(1, at: 0.1)]))
    #expect(shift(result) < 0.095, "\(shift(result))")
  }

  /// Kept landmarks are not a measurement. The filters wait for the next one, and treat it as if it came in the next
  /// frame.
  @Test(arguments: FilterKind.allCases) func `landmarks that were kept do not count`(kind: FilterKind) {
    var steady = settled(kind)
    var resting = settled(kind)
    let first = steady.smooth(frame(31.0 / 30, [hand(1, at: 0.01)]))
    _ = resting.smooth(frame(31.0 / 30, [hand(1, at: 0.01)]))
    var kept = hand(1, at: 0.01)
    kept.isKept = true
    for i in 32...34 {
      let answer = resting.smooth(frame(Double(i) / 30, [kept]))
      #expect(answer.hands[0].landmarks == first.hands[0].landmarks)
    }
    let (next, later) = (steady.smooth(frame(32.0 / 30, [hand(1)])), resting.smooth(frame(35.0 / 30, [hand(1)])))
    for (a, b) in zip(next.hands[0].landmarks.array, later.hands[0].landmarks.array) {
      #expect(abs(a.x - b.x) < 1e-5 && abs(a.y - b.y) < 1e-5)
    }
  }

  /// A new hand has no other readings. A hand that was away has none either.
  @Test(arguments: [1, 2]) func `kept landmarks of a new hand are taken`(id: Int) {
    var smoother = settled()
    var kept = hand(id, at: 0.1)
    kept.isKept = true
    let result = smoother.smooth(frame(1.3, [kept]))
    #expect(abs(shift(result) - 0.1) < 1e-5)
  }

  @Test func `each hand has filters of its own`() {
    var smoother = settled(.kalman, [hand(1), hand(2)])
    // The hands come in another order, and one of them has moved.
    let result = smoother.smooth(frame(1 + 1.0 / 30, [hand(2, at: 0.1), hand(1)]))
    #expect(shift(result, hand: 0) < 0.07 && abs(shift(result, hand: 1)) < 1e-4)
    // A third hand has no past.
    let third = smoother.smooth(frame(1 + 2.0 / 30, [hand(3, at: 0.1)]))
    #expect(abs(shift(third) - 0.1) < 1e-5)
  }

  /// Near and far hands with the same motion are smoothed alike. The one-euro filter uses the speed in hand sizes.
  @Test func `near and far hands behave alike`() {
    func answer(scale: Float) -> Float {
      var smoother = HandSmoother(.oneEuro)
      for i in 0...30 { _ = smoother.smooth(frame(Double(i) / 30, [hand(1, scale: scale)])) }
      let still = hand(1, scale: scale).landmarks[.indexTip].x
      let moved = smoother.smooth(frame(1 + 1.0 / 30, [hand(1, at: 0.1 * scale, scale: scale)]))
      return (moved.hands[0].landmarks[.indexTip].x - still) / (0.1 * scale)
    }
    #expect(abs(answer(scale: 1) - answer(scale: 0.25)) < 1e-3)
    #expect(answer(scale: 1) > 0.05 && answer(scale: 1) < 0.95)
  }

  /// The wrist shakes, and with it the size that the filters use. A still tip stays in place, however many sizes it
  /// is from the frame's corner.
  @Test(arguments: FilterKind.allCases) func `a size that shakes moves nothing`(kind: FilterKind) {
    var smoother = HandSmoother(kind)
    for i in 0...60 {
      var shaking = hand(1)
      var points = shaking.landmarks
      points[.wrist].y += i % 3 == 0 ? 0.02 : -0.01
      shaking = Hand(id: 1, handedness: .right, landmarks: points, world: points)
      let result = smoother.smooth(frame(Double(i) / 30, [shaking]))
      #expect(abs(shift(result)) < 2e-5, "\(i): \(shift(result))")
    }
  }

  /// The measured latency to the loudspeaker varies by a millisecond. That does not restart the filters.
  @Test func `only another look ahead begins anew`() {
    for (lookAhead, isNew) in [(Float(0.0215), false), (0.03, true)] {
      var smoother = settled(.constantVelocity)
      smoother.lookAhead = lookAhead
      let result = smoother.smooth(frame(1 + 1.0 / 30, [hand(1, at: 0.1)]))
      #expect((abs(shift(result) - 0.1) < 1e-5) == isNew, "\(lookAhead): \(shift(result))")
    }
  }
}
