import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of a wide pinch with the middle finger out. It looks like peace. While it holds a value it means no command.
@Suite struct WidePinchTests {
  /// Returns a hand with this aperture, in hand sizes. The middle finger is out by a share of its way.
  private func hand(aperture: Float, middle: Float) -> Hand {
    var pose = HandPose.pinching(aperture: aperture)
    pose.bends[1] += (HandPose.two.bends[1] - pose.bends[1]) * middle
    let posed = PosedHand(.right, pose, wrist: SIMD2(0.42, 0.74), size: 0.2)
    return Hand(id: 1, handedness: .right, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
  }

  @Test func `the engaged hand itself fires no command`() throws {
    var engine = GestureEngine()
    engine.introduce([hand(aperture: 0.05, middle: 0)])
    let output = Played.play(5, &engine) { time in
      let open = Float(min(max((time - 0.8) / 0.7, 0), 1))
      return [hand(aperture: 0.05 + 0.45 * open, middle: Float(min(max((time - 1.7) / 0.3, 0), 1)))]
    }
    let seen = try #require(output.firstIndex { $0.events.contains(.gestureBegan(hand: 1, .right, .peace)) })
    #expect(output.count - seen > 60, "it looks like peace for two seconds and more")
    #expect(output[seen...].allSatisfy { $0.control.player?.pitchGrip == .spread })
    #expect(output.flatMap(\.commands).isEmpty && output.allSatisfy { $0.holdProgress == 0 })
  }

  /// Only the held pinch makes the difference. Without a pinch before it, the same pose is a command.
  @Test func `the same hand that holds nothing fires it`() {
    var engine = GestureEngine()
    engine.introduce([StemPlay.hand(.right, .fist, id: 1)])
    let output = Played.play(2, &engine) { _ in [hand(aperture: 0.5, middle: 1)] }
    #expect(output.allSatisfy { $0.control.player?.pitchGrip == nil })
    #expect(output.flatMap(\.commands) == [.nextTrack])
  }
}
