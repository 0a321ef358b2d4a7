import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the meaning of a pose that two hands hold.
@Suite struct HeldPoseTests {
  private static let aspect: Float = 4.0 / 3

  private func hand(_ id: Int, _ side: Handedness, _ pose: HandPose) -> Hand {
    let posed = PosedHand(side, pose, wrist: SIMD2(side == .right ? 0.42 : 0.92, 0.74), size: 0.2)
    return Hand(id: id, handedness: side, confidence: 1, landmarks: posed.landmarks(aspect: Self.aspect).mirrored)
  }

  /// Returns the commands of two hands that keep showing two fingers.
  /// - Parameter late: delay of the right hand in seconds.
  private func commands(_ mode: Mode, late: Double) -> [GestureCommand] {
    var settings = GestureSettings()
    settings.bindings[mode] = [.peace: .nextTrack]
    var engine = GestureEngine(settings, mode: mode)
    let output = Played.play(4, &engine) { time in
      [hand(1, .left, time < 0.5 ? .fist : .two), hand(2, .right, time < 0.5 + late ? .fist : .two)]
    }
    return output.flatMap(\.commands)
  }

  @Test(arguments: [Mode.player, .stream], [0, 0.2, 0.4, 0.7])
  func `shown by both together it means its command once`(mode: Mode, late: Double) {
    #expect(commands(mode, late: late) == [.nextTrack])
  }

  @Test func `shown by one after the other it means it twice`() {
    #expect(commands(.player, late: 1.5) == [.nextTrack, .nextTrack])
  }
}
