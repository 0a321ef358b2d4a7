import Gestures
import Hands
import Testing

/// Tests of the time between two frames. Frames stop coming, or the camera is slow.
@Suite struct FramePauseTests {
  @Test func `frames that stop coming end presence and let go`() {
    var engine = GestureEngine()
    engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
    let there = Played.play(1, &engine) { _ in [Played.pinch(1, .right, aperture: 0.05)] }
    #expect(there.last?.control.handsPresent == true && there.last?.control.player?.pitchGrip != nil)
    // The last frame came at 29/30 s. Presence waits for a second.
    let early = engine.noFrame(at: 29.0 / 30 + 0.9)
    #expect(early == nil)
    let due = engine.noFrame(at: 29.0 / 30 + 1)
    #expect(due?.control.handsPresent == false, "a second after the last frame it is over")
    var events = due?.events ?? []
    for i in 1...8 { events += engine.noFrame(at: 1.9 + Double(i) * 0.25)?.events ?? [] }
    #expect(events.contains(.handsAbsent) && events.contains(.controlReleased(.pitch)))
  }

  /// A camera in a dim room is slow. It gives less than four frames per second. Polls between the frames give
  /// nothing. Hands appear and stay.
  @Test(arguments: [0.5, 1.2, 2, 3.5])
  func `a slow camera sees hands all the same`(rate: Double) {
    var engine = GestureEngine()
    var last: GestureEngine.Output?
    var events: [GestureEvent] = []
    for i in 0..<12 {
      let t = Double(i) / rate
      let pinch = Played.pinch(1, .right, aperture: i < 3 ? 0.7 : 0.05)
      last = engine.process(HandFrame(index: i, time: t, aspect: 4.0 / 3, hands: [pinch]))
      events += last?.events ?? []
      for wait in stride(from: 0.25, to: 1 / rate, by: 0.25) { events += engine.noFrame(at: t + wait)?.events ?? [] }
    }
    #expect(last?.control.player?.pitchGrip != nil, "the pinch holds")
    #expect(last?.control.handsPresent == true && events.filter { $0 == .handsPresent }.count == 1)
    // Three frames may take longer than the first wait. From the presence on, no hand is lost.
    #expect(!events.drop { $0 != .handsPresent }.contains(.handsAbsent))
  }

  /// The camera gives half a frame per second. The lab's emulated camera does so. A pinch engages, and its opening
  /// moves the value.
  @Test func `a pinch works at half a frame a second`() {
    var engine = GestureEngine()
    var last: GestureEngine.Output?
    for i in 0..<11 {
      let t = Double(i) * 2
      // The fingers are apart, closed, and then opened.
      let aperture: Float = i < 3 ? 0.7 : i < 8 ? 0.05 : 0.6
      last = engine.process(HandFrame(index: i, time: t, aspect: 4.0 / 3, hands: [Played.pinch(1, .right, aperture: aperture)]))
      for wait in stride(from: 0.25, to: 2, by: 0.25) { _ = engine.noFrame(at: t + wait) }
    }
    #expect((last?.control.player?.pitchCents ?? 0) > 500 && last?.control.player?.pitchGrip == .spread)
  }

  @Test func `before the first frame no hand is missing`() {
    var engine = GestureEngine()
    let none = engine.noFrame(at: 100)
    #expect(none == nil)
  }
}
