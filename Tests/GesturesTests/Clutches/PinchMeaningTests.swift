import Gestures
import Testing

@Suite struct PinchMeaningTests {
  @Test func `doubling is one step from the knee on`() {
    for start in stride(from: PinchMeaning.knee, through: 0.6, by: 0.05) {
      #expect(abs(PinchMeaning.spread(from: start, to: 2 * start) - 1) < 1e-5)
    }
  }

  @Test func `below the knee the slope is the knees`() {
    func slope(_ at: Float) -> Float { PinchMeaning.spread(from: at, to: at + 0.01) / 0.01 }
    let knee = slope(PinchMeaning.knee - 0.01)
    for at in stride(from: Float(0.05), through: 0.28, by: 0.02) { #expect(abs(slope(at) - knee) < 0.02, "at \(at)") }
    // Above the knee the law is less steep, with no step between.
    #expect(slope(PinchMeaning.knee) < knee && slope(PinchMeaning.knee) > 0.95 * knee)
    #expect(slope(0.8) < 0.5 * knee)
  }

  @Test func `there and back is nothing`() {
    for (a, b) in [(0.1, 0.5), (0.2, 0.29), (0.31, 0.9)] as [(Float, Float)] {
      #expect(abs(PinchMeaning.spread(from: a, to: b) + PinchMeaning.spread(from: b, to: a)) < 1e-5)
    }
  }
}
