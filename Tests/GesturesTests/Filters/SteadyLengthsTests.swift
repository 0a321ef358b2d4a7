import Gestures
import Hands
import Testing

/// Tests of the smoothed lengths by which a hand moves a value.
@Suite struct SteadyLengthsTests {
  /// Returns filters that have settled. The pinch is 0.2 and the openness 1. The rate is 30 frames per second. The
  /// last frame is at 1 s.
  private func settled(_ kind: FilterKind = .kalman) -> SteadyLengths {
    var lengths = SteadyLengths(kind, lookAhead: 0.02)
    for i in 0...30 { _ = lengths.smooth(pinch: 0.2, openness: 1, at: Double(i) / 30) }
    return lengths
  }

  @Test func `both lengths are smoothed by themselves`() {
    var lengths = settled()
    let next = lengths.smooth(pinch: 0.8, openness: 1, at: 1 + 1.0 / 30)
    #expect(next.pinch > 0.2 && next.pinch < 0.6, "\(next.pinch)")
    #expect(abs(next.openness - 1) < 1e-4)
  }

  /// The hand's motion meanwhile is unknown. The filters take its present place.
  @Test(arguments: [1.16, 5, 0.5]) func `after a gap or with an older time it begins anew`(time: Double) {
    var lengths = settled()
    let next = lengths.smooth(pinch: 0.8, openness: 2, at: time)
    #expect(next.pinch == 0.8 && next.openness == 2)
  }

  @Test func `one missed frame is not a gap`() {
    var lengths = settled()
    let next = lengths.smooth(pinch: 0.8, openness: 1, at: 1 + 4.0 / 30)
    #expect(next.pinch < 0.75, "\(next.pinch)")
  }

  @Test func `lengths that were kept are not a measurement`() {
    var steady = settled()
    var resting = settled()
    let first = steady.smooth(pinch: 0.8, openness: 1.2, at: 31.0 / 30)
    _ = resting.smooth(pinch: 0.8, openness: 1.2, at: 31.0 / 30)
    for i in 32...34 {
      let kept = resting.smooth(pinch: 0.8, openness: 1.2, at: Double(i) / 30, isKept: true)
      #expect(kept == first)
    }
    let next = steady.smooth(pinch: 0.9, openness: 1, at: 32.0 / 30)
    let later = resting.smooth(pinch: 0.9, openness: 1, at: 35.0 / 30)
    #expect(abs(next.pinch - later.pinch) < 1e-5 && abs(next.openness - later.openness) < 1e-5)
    // After a gap the kept reading is the only one.
    let anew = resting.smooth(pinch: 0.3, openness: 2, at: 3, isKept: true)
    #expect(anew.pinch == 0.3 && anew.openness == 2)
  }

  @Test func `without a filter the lengths are what was measured`() {
    var lengths = settled(.none)
    let next = lengths.smooth(pinch: 0.8, openness: 2, at: 1.01)
    #expect(next.pinch == 0.8 && next.openness == 2)
  }
}
