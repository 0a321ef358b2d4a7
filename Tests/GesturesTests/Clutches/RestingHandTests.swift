import Gestures
import SyntheticHands
import Testing

/// Tests of a closed pinch that sinks slowly and holds its value. The detent is off, because it would hide changes
/// below 20 cents.
@Suite struct RestingHandTests {
  @Test(arguments: [15.0, 30, 60])
  func `a resting hand that sinks moves nothing in any frame`(rate: Double) throws {
    var settings = GestureSettings()
    settings.pitchDetentCents = 0
    let output = Played.play(Played.frames(Scripts.drift, rate: rate), settings: settings)
    let most = try #require(Played.pitch(output).map { abs($0) }.max())
    #expect(most < 5, "\(most) cents")
    let grips = output.compactMap { $0.control.player?.pitchGrip }
    #expect(grips.allSatisfy { $0 == .resting } && Double(grips.count) > 10 * rate, "\(grips.count) frames")
  }

  /// Tests the clutch alone, with both laws and in both directions.
  @Test(arguments: [RelativeClutch.Law.cents, .root], [-0.7, 0.7] as [Float])
  func `slowly drifting fingers and wrists move nothing`(law: RelativeClutch.Law, way: Float) {
    var play = ClutchPlay(law)
    let start = play.clutch.value
    play.engage()
    for i in 1...300 {
      play.see(0.15 + 0.05 * Float(i) / 300, height: way * Float(i) / 300)
      #expect(play.clutch.value == start && play.clutch.grip == .resting)
    }
  }
}
