import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of a resting pinch whose palm turns. The turn blocks the spread. The wrist's height still works as a fader.
@Suite struct TurnedPinchTests {
  /// Engages, then turns and lifts. The turn lasts `turning` seconds from 0.6 s on. The lift is one hand size from
  /// 0.8 s to 1.8 s.
  private func lifted(turning seconds: Double, pinch: PinchLaw = .both, opens: Float = 0) -> ClutchPlay {
    var play = ClutchPlay(pinch: pinch)
    play.engage()
    while play.time < 2.5 {
      let x = Float(min(max(play.time - 0.8, 0), 1))
      play.look(
        .init(distance: 0.15 + opens * x, height: x, extended: 1, isTurning: play.time < 0.6 + seconds))
    }
    return play
  }

  @Test(arguments: [0.1, 0.5, 1, 3])
  func `a lift with a turn is the lift that it is`(seconds: Double) {
    let still = lifted(turning: 0)
    let turned = lifted(turning: seconds)
    #expect(still.clutch.grip == .fader && still.clutch.value > 480, "\(still.clutch.value)")
    #expect(turned.clutch.grip == .fader && abs(turned.clutch.value - still.clutch.value) < 0.01, "\(turned.clutch.value)")
  }

  /// The aperture in the frame grows with the turn. It must not own the pinch. If the setting allows only the spread,
  /// nothing owns it.
  @Test func `the aperture of a turning palm owns nothing`() {
    #expect(lifted(turning: 3, opens: 0.6).clutch.grip == .fader)
    let spread = lifted(turning: 3, pinch: .spread, opens: 0.6)
    #expect(spread.clutch.grip == .resting && spread.clutch.value == 0)
  }

  /// The turn changes the aperture. That change is not a spread after the turn.
  @Test func `after a turn the spread begins where the fingers are`() {
    var play = ClutchPlay()
    play.engage()
    for i in 1...20 { play.look(.init(distance: 0.15 + 0.01 * Float(i), height: 0, extended: 1, isTurning: true)) }
    for _ in 0..<10 { play.see(0.35) }
    #expect(play.clutch.grip == .resting && play.clutch.value == 0)
    play.move(from: (0.35, 0), to: (0.55, 0), seconds: 0.5)
    #expect(play.clutch.grip == .spread && play.clutch.value > 50)
  }

  /// Fingers that part move the palm, too. Noise may also look like a turn. A doubtful turn does not block a spread.
  /// A motion that proves to be a turn stops it.
  @Test func `a turn that is in doubt holds up no spread that begins`() {
    func spread(sure: ClosedRange<Int>) -> ClutchPlay {
      var play = ClutchPlay()
      play.engage()
      for i in 1...30 {
        play.look(.init(distance: 0.15 + 0.01 * Float(i), extended: 1, isTurning: true, isSurelyTurning: sure.contains(i)))
      }
      return play
    }
    let (doubtful, later, before) = (spread(sure: 99...99), spread(sure: 20...30), spread(sure: 1...30))
    #expect(doubtful.clutch.grip == .spread && doubtful.clutch.value > 400, "\(doubtful.clutch.value)")
    // It is the value of 0.3 s before.
    #expect(later.clutch.grip == .spread && (0..<200).contains(later.clutch.value), "\(later.clutch.value)")
    #expect(before.clutch.grip == .resting && before.clutch.value == 0)
  }

  /// After a rest of the palm, the next turn stops the spread. It does so when it is noticed, as usual.
  @Test func `the doubt ends with its turn`() {
    var play = ClutchPlay()
    play.engage()
    for i in 1...20 { play.look(.init(distance: 0.15 + 0.01 * Float(i), extended: 1, isTurning: true, isSurelyTurning: false)) }
    for _ in 0..<30 { play.see(0.35) }
    let rested = play.clutch.value
    for i in 1...20 { play.look(.init(distance: 0.35 + 0.01 * Float(i), extended: 1, isTurning: true, isSurelyTurning: false)) }
    #expect(rested > 100 && abs(play.clutch.value - rested) < 1, "\(rested), \(play.clutch.value)")
  }

  /// The same motion with whole hands. The palm turns by 50 degrees in a second and a half. Half a second after the
  /// start of the turn the hand rises.
  @Test(arguments: [(Float(50), Float(0)), (0, 50), (0, -50)])
  func `a hand that turns and rises is heard`(tilt: Float, yaw: Float) {
    var engine = GestureEngine()
    var last = PlayerControl()
    var grips: [Grip?] = []
    engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
    for i in 0..<120 {
      let time = Double(i) / 30
      func way(_ begin: Double, _ seconds: Double) -> Float { Float(min(max((time - begin) / seconds, 0), 1)) }
      let posed = PosedHand(
        .right, .pinching(aperture: 0.05), wrist: SIMD2(0.42, 0.74 - 0.2 * way(1.5, 1)), size: 0.2, yaw: yaw * way(1, 1.5),
        tilt: tilt * way(1, 1.5))
      let hand = Hand(id: 1, handedness: .right, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
      last = engine.process(HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: [hand])).control.player ?? last
      if time >= 1, time < 1.5 { grips.append(last.pitchGrip) }
    }
    #expect(grips.allSatisfy { $0 == .resting }, "engaged, and nothing has moved yet")
    #expect(last.pitchGrip == .fader && last.pitchCents > 400, "\(last.pitchCents) cents")
  }
}
