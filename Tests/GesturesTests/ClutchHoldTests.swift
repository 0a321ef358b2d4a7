import Gestures
import Testing

/// Tests of events that do not move a value. They are a release, a lost hand and a new value from elsewhere.
@Suite struct ClutchHoldTests {
  @Test func `a new pinch goes on from there`() {
    var play = ClutchPlay()
    for i in 1...2 {
      play.engage()
      play.move(from: (0.15, 0), to: (0.15, 1))
      for _ in 0..<12 { play.see(0.15, height: 1) }
      play.letGo(height: 1)
      #expect(abs(play.clutch.value - Float(i) * 510) < Float(i) * 25, "\(play.clutch.value)")
      for _ in 0..<10 { play.see(0.9, height: 0, extended: 5, openness: 2) }
    }
  }

  @Test(arguments: [Grip.spread, .fader])
  func `opening the hand leaves the value alone`(grip: Grip) {
    var play = ClutchPlay()
    play.engage()
    let (d, h): (Float, Float) = grip == .spread ? (0.45, 0) : (0.15, 1)
    play.move(from: (0.15, 0), to: (d, h))
    for _ in 0..<15 { play.see(d, height: h) }
    let before = play.clutch.value
    #expect(play.clutch.grip == grip && before > 300)
    // Thumb and index finger part while the other fingers uncurl. They move by a hand size in 0.3 s, and the wrist
    // sinks.
    for i in 0..<16 {
      let x = Float(min(i, 9)) / 9
      play.see(d + 0.8 * x, height: h - 0.3 * x, extended: x < 0.8 ? 1 : 5, openness: 1 + x)
    }
    #expect(!play.clutch.isEngaged)
    #expect(abs(play.clutch.value - before) < 5, "\(play.clutch.value) after \(before)")
  }

  @Test func `losing and finding the hand does not jump`() {
    var play = ClutchPlay()
    play.engage()
    play.move(from: (0.15, 0), to: (0.15, 1))
    let before = play.clutch.value
    for _ in 0..<6 { play.look(nil) }
    play.see(0.8, height: -1)
    #expect(play.clutch.isEngaged && abs(play.clutch.value - before) < 5)
    for _ in 0..<20 { play.look(nil) }
    #expect(!play.clutch.isEngaged && abs(play.clutch.value - before) < 5)
  }

  /// A button or a client sets the value of a held pinch. The value is used in the next frame, and the pinch
  /// continues from it.
  @Test(arguments: [Grip.resting, .spread, .fader])
  func `setting a held value does not jump at the next frame`(grip: Grip) {
    var play = ClutchPlay()
    play.engage()
    let (d, h): (Float, Float) = grip == .spread ? (0.5, 0) : grip == .fader ? (0.15, 1) : (0.15, 0)
    play.move(from: (0.15, 0), to: (d, h))
    #expect(play.clutch.grip == grip)
    play.clutch.set(-700)
    play.see(d, height: h)
    #expect(abs(play.clutch.value + 700) < 1, "\(play.clutch.value)")
    if grip == .fader {
      play.see(d, height: h + 0.5)
      #expect(abs(play.clutch.value + 400) < 1, "\(play.clutch.value)")
    }
  }
}
