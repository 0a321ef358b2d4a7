import Gestures
import Hands
import Testing

/// Tests that resting hands do not make a presence. They may lie in a listener's lap or be on a poster.
@Suite struct RestingPresenceTests {
  private struct Room {
    var presence = Presence()
    var changes: [(time: Double, event: GestureEvent)] = []

    /// Shows hands at ten frames per second.
    mutating func play(_ times: Range<Int>, holding: Set<Int> = [], _ hands: (Double) -> [Hand]) {
      for i in times {
        let time = Double(i) / 10
        let frame = HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: hands(time))
        if let event = presence.update(frame, holding: holding) { changes.append((time, event)) }
      }
    }
    var events: [GestureEvent] { changes.map(\.event) }
  }

  private static func hand(_ id: Int, x: Float = 0.3, y: Float = 0.7) -> Hand {
    var landmarks = Landmarks(repeating: Landmark(x: x, y: y))
    for joint in Joint.allCases where joint != .wrist { landmarks[joint].y = y - 0.2 }
    return Hand(id: id, handedness: .left, landmarks: landmarks)
  }

  @Test func `a poster of two hands is not a listener after ten seconds and the patience`() throws {
    var room = Room()
    room.play(0..<300) { _ in [Self.hand(1), Self.hand(2, x: 0.7)] }
    #expect(room.events == [.handsPresent, .handsAbsent])
    let change = try #require(room.changes.last)
    #expect(abs(change.time - 11) < 0.25)
  }

  @Test func `a hand that moves beside a poster is a listener`() {
    var room = Room()
    room.play(0..<300) { time in [Self.hand(1), Self.hand(2, x: time < 20 ? 0.7 : 0.7 + 0.1 * Float(time - 20))] }
    #expect(room.events == [.handsPresent, .handsAbsent, .handsPresent])
  }

  @Test func `a hand that moves a little every nine seconds is there all the time`() {
    var room = Room()
    room.play(0..<600) { time in [Self.hand(1, y: Int(time / 9) % 2 == 0 ? 0.7 : 0.65)] }
    #expect(room.events == [.handsPresent])
  }

  /// Holding a pinch or a note for long counts as play. So do the ten seconds after it.
  @Test func `a still hand that holds something is there`() throws {
    var room = Room()
    room.play(0..<300, holding: [1]) { _ in [Self.hand(1)] }
    #expect(room.events == [.handsPresent])
    room.play(300..<500) { _ in [Self.hand(1)] }
    #expect(room.events == [.handsPresent, .handsAbsent])
    let change = try #require(room.changes.last)
    #expect(abs(change.time - 40.9) < 0.25)
  }

  @Test func `a control held by another hand does not keep a still hand present`() {
    var room = Room()
    room.play(0..<300, holding: [7]) { _ in [Self.hand(1)] }
    #expect(room.events == [.handsPresent, .handsAbsent])
  }

  /// The tracker sometimes loses a hand. It then finds it as a new one.
  @Test func `a still hand that comes back in its place under another identity is not a new one`() {
    var room = Room()
    room.play(0..<1200) { time in
      let round = Int(time / 7)
      return time - Double(round) * 7 < 0.8 ? [] : [Self.hand(round + 1)]
    }
    #expect(room.events.last == .handsAbsent && room.changes.allSatisfy { $0.time < 15 }, "\(room.changes)")
  }

  @Test func `a hand that comes elsewhere is a new one`() {
    var room = Room()
    room.play(0..<200) { _ in [Self.hand(1)] }
    room.play(200..<250) { _ in [] }
    room.play(250..<300) { _ in [Self.hand(2, y: 0.6)] }
    #expect(room.events == [.handsPresent, .handsAbsent, .handsPresent])
  }

  /// The hand did not rest in view.
  @Test func `a hand that was away for long has not rested meanwhile`() {
    var room = Room()
    room.play(0..<20) { _ in [Self.hand(1)] }
    room.play(20..<200) { _ in [] }
    room.play(200..<260) { _ in [Self.hand(1)] }
    #expect(room.events == [.handsPresent, .handsAbsent, .handsPresent])
  }

  @Test func `a clock that is set back forgets who rested`() {
    var room = Room()
    room.play(10_000..<10_200) { _ in [Self.hand(1)] }
    room.play(0..<50) { _ in [Self.hand(1)] }
    #expect(room.events == [.handsPresent, .handsAbsent, .handsPresent])
  }

  @Test func `the engine counts a hand that holds a pinch`() {
    var engine = GestureEngine()
    engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
    let held = Played.play(20, &engine) { _ in [Played.pinch(1, .right, aperture: 0.05)] }
    #expect(engine.holdingHands == [1])
    #expect(held.last?.control.handsPresent == true && !held.flatMap(\.events).contains(.handsAbsent))
    var resting = GestureEngine()
    let open = Played.play(20, &resting) { _ in [Played.pinch(1, .right, aperture: 0.9)] }
    #expect(resting.holdingHands.isEmpty)
    #expect(open.last?.control.handsPresent == false && open.flatMap(\.events).contains(.handsAbsent))
  }
}
