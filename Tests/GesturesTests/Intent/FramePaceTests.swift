import Gestures
import Testing

/// Tests of missing frames, with fast and slow cameras.
@Suite struct FramePaceTests {
  /// Returns the pace after frames at a constant rate. The last frame is at 0 s.
  private func pace(_ rate: Double, frames: Int = 10) -> FramePace {
    var pace = FramePace()
    for i in 0..<frames { pace.see(Double(i + 1 - frames) / rate) }
    return pace
  }

  @Test(arguments: [60.0, 30, 20]) func `a fast camera may pause for 0.15 s`(rate: Double) throws {
    let pace = pace(rate)
    #expect(pace.gap(before: 0.14) == nil && pace.gap(before: 0.15) == nil)
    // The missing frame is one interval before the new one.
    let missed = try #require(pace.gap(before: 0.4))
    #expect(abs(missed - (0.4 - 1 / rate)) < 1e-9)
  }

  @Test(arguments: [10.0, 5, 2, 0.5]) func `a slow camera may pause for three intervals`(rate: Double) {
    let pace = pace(rate)
    #expect(abs(pace.longestPause - 3 / rate) < 1e-9 && abs(pace.patience - 3 / rate) < 1e-9)
    #expect(pace.gap(before: 1 / rate) == nil && pace.gap(before: 3 / rate) == nil && pace.gap(before: 3.1 / rate) != nil)
  }

  @Test func `one long pause does not excuse the next`() {
    var pace = pace(30)
    #expect(pace.gap(before: 1) != nil)
    pace.see(1)
    #expect(pace.gap(before: 2) != nil && abs(pace.longestPause - 0.15) < 1e-9)
    // A camera has stopped after three of the longer intervals.
    #expect(abs(pace.patience - 3) < 1e-9)
    pace.see(2)
    #expect(pace.gap(before: 3) == nil, "that is its pace by now")
  }

  @Test func `before the second frame every pause is a gap, and before the first none`() {
    var pace = FramePace()
    #expect(pace.gap(before: 100) == nil && pace.last == nil)
    pace.see(100)
    #expect(pace.gap(before: 100.1) == nil && pace.gap(before: 101) == 101)
    pace.forget()
    #expect(pace.gap(before: 200) == nil)
  }

  @Test func `a camera that stopped for an hour is not waited for so long`() {
    var pace = pace(30)
    pace.see(3600)
    #expect(abs(pace.patience - 15) < 1e-9)
  }
}
