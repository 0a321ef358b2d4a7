import GestureFlowAPI
import Gestures
import Perception
import Testing

/// Tests of the number of tracked hands in each mode.
@Suite struct HandLimitTests {
  private func hands(_ mode: Mode, configured: Int = 2, sources: Int = 4, sounding: Int = 0, now: Int = 2) -> Int {
    HandLimit.hands(
      isForAll: GestureEngine(mode: mode).everyHandPlays, configured: configured, sources: sources, sounding: sounding, now: now)
  }

  @Test(arguments: [Mode.player, .stems], [1, 2, 4])
  func `other modes follow as many as are configured`(mode: Mode, configured: Int) {
    #expect(hands(mode, configured: configured, now: 4) == configured)
    #expect(hands(mode, configured: configured, sounding: 3, now: 4) == configured, "what sounded was another mode's")
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2), (4, 4), (9, 4)]) func `the instrument follows as many as may play`(sources: Int, followed: Int)
  {
    #expect(hands(.instrument, sources: sources) == followed)
    #expect(hands(.instrument, configured: 1, sources: sources) == followed)
  }

  /// A tier with fewer sources takes effect between notes.
  @Test func `no hand is dropped while notes sound`() {
    #expect(hands(.instrument, sources: 1, sounding: 1, now: 4) == 4)
    #expect(hands(.instrument, sources: 1, sounding: 0, now: 4) == 1)
    #expect(hands(.instrument, sources: 4, sounding: 1, now: 1) == 4)
  }
}
