import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the fingers that the highest hand holds up.
@Suite struct RaisedFingersTests {
  /// Returns the fingers after a second of these hands, whose meaning is off, and all events of that time.
  private func play(_ hands: [Hand], mode: Mode = .player, seconds: Double = 1) -> (raised: RaisedFingers?, events: [GestureEvent]) {
    var engine = GestureEngine(mode: mode)
    engine.set(handsOff: true)
    let output = StemPlay.play(&engine, 0, seconds) { _ in hands }
    return (output.last?.raised, output.flatMap(\.events))
  }

  @Test(arguments: [Handedness.left, .right]) func `fingers of either hand are counted without the thumb`(side: Handedness) {
    for (pose, count) in [(HandPose.fist, 0), (.one, 1), (.two, 2), (.three, 3), (.four, 4), (.open, 4)] {
      let raised = play([StemPlay.hand(side, pose)]).raised
      #expect(raised?.count == count && raised?.mayCount == true && raised?.hand == (side == .left ? 1 : 2), "\(pose)")
      // A thumb may lie anywhere on a fist.
      if pose != .fist { #expect(raised?.thumbIsOut == (pose == .open), "\(pose)") }
    }
  }

  @Test func `the higher hand counts`() {
    let low = StemPlay.hand(.left, .two)
    #expect(play([low, StemPlay.hand(.right, .three, rise: 0.5)]).raised?.count == 3)
    #expect(play([StemPlay.hand(.left, .two, rise: 1), StemPlay.hand(.right, .three, rise: 0.5)]).raised?.count == 2)
    // A hand that hangs points down, however high it is.
    #expect(play([low, StemPlay.hand(.right, .three, rise: 1.5, roll: 170)]).raised?.count == 2)
  }

  @Test func `no hand, or one in the lower zone of the frame, counts nothing`() {
    #expect(play([]).raised == nil)
    #expect(play([StemPlay.hand(.left, .two, rise: -2)]).raised == nil)
  }

  @Test func `fingers that are counted give no command while hands are off`() {
    let stems = play([StemPlay.hand(.left, .two)], mode: .stems, seconds: 3)
    #expect(stems.raised?.count == 2 && !stems.events.contains(.channelSelected(1)))
    let player = play([StemPlay.hand(.right, .two)], seconds: 3)
    let hasCommand = player.events.contains { if case .gestureHeld = $0 { true } else { false } }
    #expect(player.raised?.count == 2 && !hasCommand)
  }
}
