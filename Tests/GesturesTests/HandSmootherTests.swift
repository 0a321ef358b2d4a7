import Gestures
import Hands
import Testing

/// The landmarks' smoothing: each hand by itself, in hand sizes, and nothing remembered for too long.
@Suite struct HandSmootherTests {
  private func frame(_ time: Double, _ hands: [Hand], aspect: Float = DrawnHand.aspect) -> HandFrame {
    HandFrame(index: Int(time * 30), time: time, aspect: aspect, hands: hands)
  }
  /// An open hand, moved and scaled about its wrist.
  private func hand(_ id: Int, at x: Float = 0, scale: Float = 1) -> Hand {
    var points = DrawnHand.open
    for k in 0..<Landmarks.count {
      points[k].x = 0.5 + (points[k].x - 0.5) * scale + x
      points[k].y = 0.9 + (points[k].y - 0.9) * scale
      points[k].z = Float(k) * 0.01
    }
    return Hand(id: id, handedness: .right, landmarks: points, world: points)
  }
  /// How far a smoothed hand's index tip is to the right of a hand's that lies still.
  private func shift(_ frame: HandFrame, hand at: Int = 0) -> Float {
    frame.hands[at].landmarks[.indexTip].x - hand(1).landmarks[.indexTip].x
  }
  /// A smoother that has seen a still hand for a second.
  private func settled(_ kind: FilterKind = .kalman, _ hands: [Hand]? = nil) -> HandSmoother {
    var smoother = HandSmoother(kind)
    for i in 0...30 { _ = smoother.smooth(frame(Double(i) / 30, hands ?? [hand(1)])) }
    return smoother
  }

  @Test func aStepIsSmoothedAndDepthAndSpaceStay() {
    var smoother = settled()
    let moved = hand(1, at: 0.1)
    let result = smoother.smooth(frame(1 + 1.0 / 30, [moved]))
    #expect(shift(result) > 0.01 && shift(result) < 0.07, "\(shift(result))")
    #expect(result.hands[0].world == moved.landmarks && result.hands[0].landmarks[.littleTip].z == moved.landmarks[.littleTip].z)
    #expect(result.hands[0].id == 1 && result.time == 1 + 1.0 / 30)
  }

  @Test func withoutAFilterTheFrameIsWhatItWas() {
    var smoother = settled(.none)
    let moved = frame(1.01, [hand(1, at: 0.1)])
    let result = smoother.smooth(moved)
    #expect(result == moved)
  }

  /// Away for longer than 0.15 s, or seen at an older time: it is where it is.
  @Test(arguments: [1.16, 0.3]) func afterAGapAHandBeginsAnew(time: Double) {
    var smoother = settled()
    let result = smoother.smooth(frame(time, [hand(1, at: 0.1)]))
    #expect(abs(shift(result) - 0.1) < 1e-5)
  }

  @Test func aShortGapIsNone() {
    var smoother = settled()
    let result = smoother.smooth(frame(1.12, [hand(1, at: 0.1)]))
    #expect(shift(result) < 0.095, "\(shift(result))")
  }

  @Test func eachHandHasFiltersOfItsOwn() {
    var smoother = settled(.kalman, [hand(1), hand(2)])
    // The hands come in another order, and one of them has moved.
    let result = smoother.smooth(frame(1 + 1.0 / 30, [hand(2, at: 0.1), hand(1)]))
    #expect(shift(result, hand: 0) < 0.07 && abs(shift(result, hand: 1)) < 1e-4)
    // A third one has no past.
    let third = smoother.smooth(frame(1 + 2.0 / 30, [hand(3, at: 0.1)]))
    #expect(abs(shift(third) - 0.1) < 1e-5)
  }

  /// A near hand and a far one that does the same are smoothed alike: the one-euro filter looks at the speed in hand sizes.
  @Test func nearAndFarHandsBehaveAlike() {
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

  /// What is measured of the way to the loudspeaker trembles by a millisecond: that begins nothing anew.
  @Test func onlyAnotherLookAheadBeginsAnew() {
    for (lookAhead, isNew) in [(Float(0.0215), false), (0.03, true)] {
      var smoother = settled(.constantVelocity)
      smoother.lookAhead = lookAhead
      let result = smoother.smooth(frame(1 + 1.0 / 30, [hand(1, at: 0.1)]))
      #expect((abs(shift(result) - 0.1) < 1e-5) == isNew, "\(lookAhead): \(shift(result))")
    }
  }
}
