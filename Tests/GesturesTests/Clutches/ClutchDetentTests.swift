import Gestures
import Testing

/// Tests of the clutch with a detent. It snaps to the original, and keeps a value that is set near it.
@Suite struct ClutchDetentTests {
  /// A value that the user sets near the original is used immediately. This holds at the next pinch and during it.
  /// The detent acts again after the hand has moved the value away.
  @Test(arguments: [15, 29, -29] as [Float])
  func `a value set near the original is not swallowed`(cents: Float) {
    var play = ClutchPlay(detent: Detent(centre: 0, width: 20))
    play.clutch.set(cents)
    #expect(play.clutch.value == cents)
    play.engage()
    #expect(abs(play.clutch.value - cents) < 5, "\(play.clutch.value)")
    play.clutch.set(cents)
    for _ in 0..<5 { play.see(0.15) }
    #expect(play.clutch.value == cents)
    play.move(from: (0.15, 0), to: (0.15, 1))
    let away = play.clutch.value
    #expect(away > 300)
    var height: Float = 1
    while play.clutch.value != 0, height > -1 {
      height -= 0.004
      play.see(0.15, height: height)
    }
    #expect(play.clutch.value == 0)
  }

  @Test func `the original can be found again and does not chatter`() {
    var play = ClutchPlay(detent: Detent(centre: 0, width: 20))
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, 1))
    // The hand comes back until the value snaps in.
    var height: Float = 1
    while play.clutch.value != 0, height > -1 {
      height -= 0.004
      play.see(0.15, height: height)
    }
    #expect(play.clutch.value == 0)
    let entry = height
    // At the edge of the entry width noise does not unsnap it.
    for i in 0..<30 {
      play.see(0.15, height: entry + (i % 2 == 0 ? 0.008 : -0.008))
      #expect(play.clutch.value == 0)
    }
    // It leaves at one and a half times the width: 20 cents and 10 more.
    play.see(0.15, height: entry + 0.02)
    #expect(play.clutch.value > 29, "\(play.clutch.value)")
  }
}
