import Gestures
import Testing

/// Tests of the owner of a pinch. Its fingers and wrist both move. The decision falls 0.15 s after the pinch engages,
/// not before. The owner is the one that is farther over its threshold.
@Suite struct PinchHoldTests {
  private static let rate = 30.0

  /// Returns a closed pinch that has engaged in its last frame.
  private func caught() -> ClutchPlay {
    var play = ClutchPlay(rate: Self.rate)
    while !play.clutch.isEngaged, play.time < 1 { play.see(0.15) }
    #expect(play.clutch.isEngaged)
    return play
  }

  /// Shows frames at one place. Pinch and wrist are relative to their start.
  private func rest(_ play: inout ClutchPlay, opened: Float, risen: Float, frames: Int) {
    for _ in 0..<frames { play.see(0.15 + opened, height: risen) }
  }

  /// Fingers count from 0.1 hand sizes on, the wrist from 0.15. So 0.22 of the fingers are more than 0.26 of the
  /// wrist.
  @Test(
    arguments: [
      (0.22, 0.26, .spread), (0.22, -0.26, .spread), (0.4, 0.2, .spread), (0.22, 0.45, .fader), (0.22, -0.45, .fader), (0.13, 0.25, .fader),
    ] as [(Float, Float, Grip)])
  func `of two that move the one farther over its threshold owns the pinch`(opened: Float, risen: Float, owner: Grip) {
    var play = caught()
    // Four frames are 0.133 s, five are 0.167 s.
    rest(&play, opened: opened, risen: risen, frames: 4)
    #expect(play.clutch.grip == .resting && play.clutch.value == 0, "it is too early to tell")
    rest(&play, opened: opened, risen: risen, frames: 1)
    #expect(play.clutch.grip == owner)
    #expect(owner == .spread ? play.clutch.value > 0 : play.clutch.value * risen > 0, "\(play.clutch.value)")
  }

  /// The act of engaging causes a jerk. It is over its threshold at 0.1 s and back before 0.15 s.
  @Test(arguments: [(0, 0.5), (0, -0.5), (0.3, 0), (0.3, 0.5)] as [(Float, Float)])
  func `a pinch that ends before the decision owns nothing`(opened: Float, risen: Float) {
    var play = caught()
    rest(&play, opened: opened, risen: risen, frames: 3)
    rest(&play, opened: 0, risen: 0, frames: 30)
    #expect(play.clutch.grip == .resting && play.clutch.value == 0, "\(play.clutch.value)")
  }

  /// A jerk of one does not take the pinch from the other. The other is the intended motion.
  @Test func `the motion at the decision owns the pinch`() {
    var spread = caught()
    rest(&spread, opened: 0, risen: 0.5, frames: 3)
    rest(&spread, opened: 0.3, risen: 0, frames: 2)
    #expect(spread.clutch.grip == .spread && spread.clutch.value > 0)
    var fader = caught()
    rest(&fader, opened: 0.4, risen: 0, frames: 3)
    rest(&fader, opened: 0, risen: -0.5, frames: 2)
    #expect(fader.clutch.grip == .fader && fader.clutch.value < 0)
  }
}
