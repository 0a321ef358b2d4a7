import Gestures
import Hands
import Testing

@Suite struct PresenceTests {
  private func frame(_ t: Double, _ confidence: Float?) -> HandFrame {
    let hands = confidence.map { [Hand(id: 1, handedness: .left, confidence: $0, landmarks: Landmarks())] } ?? []
    return HandFrame(index: 0, time: t, aspect: 1.3, hands: hands)
  }

  /// Runs a pattern of frames at a rate; answers the events with their times.
  private func run(_ rate: Double, _ pattern: [(seconds: Double, confidence: Float?)]) -> [(Double, GestureEvent)] {
    var presence = Presence()
    var events: [(Double, GestureEvent)] = []
    var i = 0
    var end = 0.0
    for (seconds, confidence) in pattern {
      end += seconds
      while Double(i) / rate < end - 1e-9 {
        let t = Double(i) / rate
        if let event = presence.update(frame(t, confidence)) { events.append((t, event)) }
        i += 1
      }
    }
    return events
  }

  @Test(arguments: [15.0, 30, 60])
  func absentAfterOneSecondAtEveryRate(rate: Double) {
    let events = run(rate, [(1, 0.9), (2, nil)])
    #expect(events.map(\.1) == [.handsPresent, .handsAbsent])
    #expect(abs(events[1].0 - 2.0) < 1.5 / rate)
  }

  @Test func oneFrameWithAHandCancels() {
    let events = run(30, [(1, 0.9), (0.9, nil), (1.0 / 30, 0.6), (0.9, nil), (1, 0.9)])
    #expect(events.map(\.1) == [.handsPresent])
  }

  @Test func aFalseDetectionOfTwoFramesIsNobody() {
    #expect(run(30, [(1, nil), (2.0 / 30, 0.9), (1, nil)]).isEmpty)
  }

  @Test func anUnsureHandDoesNotCount() {
    #expect(run(30, [(2, 0.4)]).isEmpty)
  }
}
