import Gestures
import Hands
import Testing

@Suite struct PresenceTests {
  private func frame(_ t: Double, _ confidence: Float?) -> HandFrame {
    let hands = confidence.map { [Hand(id: 1, handedness: .left, confidence: $0, landmarks: Landmarks())] } ?? []
    return HandFrame(index: 0, time: t, aspect: 1.3, hands: hands)
  }

  /// Runs a pattern of frames at a rate. Returns the events with their times.
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
  func `absent after one second at every rate`(rate: Double) {
    let events = run(rate, [(1, 0.9), (2, nil)])
    #expect(events.map(\.1) == [.handsPresent, .handsAbsent])
    #expect(abs(events[1].0 - 2.0) < 1.5 / rate)
  }

  @Test func `one frame with a hand cancels`() {
    let events = run(30, [(1, 0.9), (0.9, nil), (1.0 / 30, 0.6), (0.9, nil), (1, 0.9)])
    #expect(events.map(\.1) == [.handsPresent])
  }

  @Test func `a false detection of two frames is not a listener`() {
    #expect(run(30, [(1, 0.9), (1.5, nil), (2.0 / 30, 0.9), (1, nil)]).map(\.1) == [.handsPresent, .handsAbsent])
  }

  @Test func `an unsure hand does not count`() {
    #expect(run(30, [(2, 0.4)]).map(\.1) == [.handsAbsent])
  }

  @Test(arguments: [15.0, 30, 60])
  func `a start into an empty room is absent after one second`(rate: Double) {
    let events = run(rate, [(3, nil)])
    #expect(events.map(\.1) == [.handsAbsent])
    #expect(abs((events.first?.0 ?? 0) - 1) < 1.5 / rate)
  }

  @Test func `a false detection does not lengthen the wait at the start`() {
    let events = run(30, [(0.8, nil), (2.0 / 30, 0.9), (1, nil)])
    #expect(events.map(\.1) == [.handsAbsent] && abs(events[0].0 - 1) < 0.05)
  }

  @Test func `without frames the clock ends presence`() {
    var presence = Presence()
    for i in 0..<10 { _ = presence.update(frame(Double(i) / 30, 0.9)) }
    #expect(presence.pass(to: 1.2) == nil)
    #expect(presence.pass(to: 1.4) == .handsAbsent)
    #expect(presence.pass(to: 2.6) == nil)
  }

  @Test func `a clock that is set back begins the wait anew`() {
    var presence = Presence()
    for i in 0..<10 { _ = presence.update(frame(1000 + Double(i) / 30, 0.9)) }
    #expect(presence.update(frame(5, nil)) == nil)
    #expect(presence.update(frame(6.1, nil)) == .handsAbsent)
  }
}
