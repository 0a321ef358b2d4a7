import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of a restarted film and a clock that steps back. Everything restarts except the values.
@Suite struct TimeGoesBackTests {
  private static let aspect: Float = 4.0 / 3

  private func hand(_ id: Int, _ side: Handedness, _ pose: HandPose, x: Float? = nil, rise: Float = 0, confidence: Float = 1) -> Hand {
    let wrist = SIMD2(x ?? (side == .right ? 0.42 : 0.92), 0.74 - rise * 0.2)
    let posed = PosedHand(side, pose, wrist: wrist, size: 0.2)
    return Hand(id: id, handedness: side, confidence: confidence, landmarks: posed.landmarks(aspect: Self.aspect).mirrored)
  }
  private func pinch(_ id: Int, _ side: Handedness, rise: Float = 0, confidence: Float = 1) -> Hand {
    hand(id, side, .pinching(aperture: 0.05), rise: rise, confidence: confidence)
  }

  @Test func `a held value stays and is let go`() throws {
    var engine = GestureEngine()
    engine.introduce([pinch(1, .right)])
    let before = Played.play(3, &engine) { [pinch(1, .right, rise: Float(min(max($0 - 1, 0), 1)))] }
    let held = try #require(before.last?.control.player)
    #expect(held.pitchCents > 300 && held.pitchGrip == .fader)
    // The same hand is a hand size lower at time 0. It pinches again.
    let again = engine.introduce([pinch(1, .right)])
    let after = Played.play(2.5, &engine) { [pinch(1, .right, rise: Float(min(max($0 - 1, 0), 0.5)))] }
    let first = try #require(again.first)
    #expect(first.control.player?.pitchCents == held.pitchCents && first.control.player?.pitchGrip == nil)
    #expect(first.events.contains(.controlReleased(.pitch)) && first.events.contains(.handDisappeared(id: 1, .right)))
    let early = again + after.prefix(30)
    #expect(early.allSatisfy { abs(($0.control.player?.pitchCents ?? 0) - held.pitchCents) < 5 })
    let events = early.flatMap(\.events)
    #expect(events.contains(.controlEngaged(.pitch)) && events.contains(.handAppeared(id: 1, .right)))
    let last = try #require(after.last?.control.player)
    #expect(last.pitchGrip == .fader && last.pitchCents > held.pitchCents + 150 && last.pitchCents < held.pitchCents + 300)
  }

  @Test func `holds forbidden by a pinch are allowed`() {
    var engine = GestureEngine()
    engine.introduce([pinch(1, .left)])
    let held = Played.play(5, &engine) { _ in [pinch(1, .left)] }
    #expect(held.last?.control.player?.speedGrip != nil)
    engine.introduce([hand(1, .left, .fist)])
    let peace = Played.play(1.5, &engine) { _ in [hand(1, .left, .two)] }
    #expect(peace.flatMap(\.commands) == [.nextTrack])
  }

  @Test func `two open hands take the volume without waiting for the old time`() {
    var engine = GestureEngine()
    engine.introduce([pinch(1, .left)])
    let before = Played.play(5, &engine) { [hand(1, .left, $0 < 4.5 ? .pinching(aperture: 0.05) : .open)] }
    #expect(before.last?.control.player?.speedGrip == nil && before.contains { $0.control.player?.speedGrip != nil })
    let after = Played.play(1, &engine) { _ in [hand(1, .left, .open), hand(2, .right, .open)] }
    #expect(after.last?.control.player?.volumeHeld == true)
  }

  @Test func `a held volume is let go and stays`() throws {
    var engine = GestureEngine()
    let before = Played.play(3, &engine) { time in
      let way = 0.05 * Float(min(max(time - 1, 0), 1))
      return [hand(1, .left, .open, x: 0.92 - way), hand(2, .right, .open, x: 0.42 + way)]
    }
    let held = try #require(before.last?.control.player)
    #expect(held.volumeHeld && held.volume < 0.75)
    let after = Played.play(0.2, &engine) { _ in [hand(1, .left, .fist), hand(2, .right, .fist)] }
    #expect(after.first?.events.contains(.controlReleased(.volume)) == true)
    #expect(after.allSatisfy { $0.control.player?.volume == held.volume && $0.control.player?.volumeHeld == false })
  }

  /// The engine decides again which of two right hands plays. It keeps the count of their meetings.
  @Test func `the surer hand plays at once`() {
    var engine = GestureEngine()
    let one = hand(1, .right, .open, x: 0.8, confidence: 0.7)
    let before = Played.play(3, &engine) { $0 < 2.9 ? [one] : [one, pinch(2, .right, confidence: 0.95)] }
    #expect(before.last?.sideConflicts == 1 && before.allSatisfy { $0.control.player?.pitchGrip == nil })
    engine.introduce([one, pinch(2, .right, confidence: 0.95)])
    let after = Played.play(0.5, &engine) { _ in [one, pinch(2, .right, confidence: 0.95)] }
    #expect(after.last?.control.player?.pitchGrip == .resting && after.last?.sideConflicts == 2)
  }
}
