import HandTracking
import Testing

/// Tests of the steps of frame times: stalls of the camera and restarts of its source.
@Suite struct FrameClockTests {
  private func steps(_ times: [Double]) -> [FrameClock.Step] {
    var clock = FrameClock()
    return times.map { clock.advance(to: $0) }
  }

  @Test(arguments: [(0.39, FrameClock.Step.usual), (0.41, .stalled)])
  func `a pause of more than 0.4 seconds is a stall`(pause: Double, step: FrameClock.Step) {
    #expect(steps([0, 1.0 / 30, 2.0 / 30, 2.0 / 30 + pause, 3.0 / 30 + pause]) == [.usual, .usual, .usual, step, .usual])
  }

  /// The camera gives half a frame per second. One frame comes almost three periods late.
  @Test func `a slow camera does not stall`() {
    #expect(steps([0, 2, 4, 6, 8]).allSatisfy { $0 == .usual })
    #expect(steps([0, 2, 7.9]) == [.usual, .usual, .usual])
    #expect(steps([0, 2, 8.1]) == [.usual, .usual, .stalled])
  }

  @Test func `a time that lies back begins another source`() {
    #expect(steps([100, 100.03, 0, 5, 5.03]) == [.usual, .usual, .startedAgain, .usual, .usual])
    #expect(steps([1, 1.03, 1.02, 1.05, 1.5]) == [.usual, .usual, .startedAgain, .usual, .stalled])
  }
}
