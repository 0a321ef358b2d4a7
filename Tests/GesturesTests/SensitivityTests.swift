import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the distances and times that an owner can set.
@Suite struct SensitivityTests {
  /// Shows a right hand that closes to an aperture and rests. The aperture is in hand sizes.
  /// - Returns: whether it engaged.
  private func takesHold(at aperture: Float, pinchDistance: Float) -> Bool {
    var settings = GestureSettings()
    settings.pinchDistance = pinchDistance
    var engine = GestureEngine(settings)
    let output = Played.play(1.5, &engine) { [Played.pinch(2, .right, aperture: $0 < 0.4 ? 0.8 : aperture)] }
    return output.contains { $0.control.player?.pitchGrip != nil }
  }

  @Test func `a larger pinch distance lets fingers take hold that do not touch`() {
    #expect(!takesHold(at: 0.3, pinchDistance: 0.25) && takesHold(at: 0.3, pinchDistance: 0.4))
    #expect(takesHold(at: 0.18, pinchDistance: 0.25) && !takesHold(at: 0.18, pinchDistance: 0.15))
  }

  /// A pinch that began holds up to 0.1 hand sizes farther. This is so for any distance setting.
  @Test(arguments: [Float(0.15), 0.25, 0.4]) func `the candidate's distance goes with the pinch's`(distance: Float) {
    func begins(_ between: Float) -> Bool {
      var dwell = PinchDwell(engageBelow: distance)
      let looks = [distance - 0.01, distance + between, distance - 0.01]
      let seen = looks.enumerated().map { i, look in
        dwell.saw(.init(distance: look, extended: 1), at: Double(i) * 0.05) != nil
      }
      return seen == [false, false, true]
    }
    #expect(begins(0.09) && !begins(0.11))
  }

  @Test(arguments: [0.4, 1, 2]) func `fingers select after the time that is set`(seconds: Double) throws {
    var settings = GestureSettings()
    settings.selectSeconds = seconds
    var engine = GestureEngine(settings, mode: .stems)
    // The hand first comes to rest. Its fingers count from there.
    engine.introduce([StemPlay.hand(.left, .fist)])
    let output = StemPlay.play(&engine, 0, 3) { _ in [StemPlay.hand(.left, .two)] }
    let asks = output.asks
    #expect(asks.map(\.event) == [.channelSelected(1)])
    #expect(asks.allSatisfy { $0.time >= seconds - 1e-6 && $0.time < seconds + 0.1 }, "\(asks)")
  }
}
