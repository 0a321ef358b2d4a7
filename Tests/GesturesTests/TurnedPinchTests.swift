import Gestures
import Hands
import Performer
import Testing

/// A hand that tilts and turns while it pinches: with exact landmarks nothing of it is heard, however slow or fast it is, and what the fingers and the wrist do meanwhile is.
@Suite struct TurnedPinchTests {
  private func cents(_ script: Choreography, _ rate: Double = 30) -> [(time: Double, cents: Float)] {
    Played.play(Played.frames(script, rate: rate)).map { ($0.control.time, $0.control.player?.pitchCents ?? 0) }
  }

  @Test(arguments: ["tilted", "rolled", "slowlytilted", "slowlyrolled"], [15.0, 30, 60])
  func turningTheHandIsNotHeard(name: String, rate: Double) throws {
    let script = try #require(Scripts.named(name))
    let all = cents(script, rate)
    let before = try #require(all.last { $0.time < 3.75 }).cents
    #expect(before > 300)
    let off = all.filter { $0.time > 3.75 && $0.time < script.duration - 1.5 }.map { abs($0.cents - before) }
    #expect(try #require(off.max()) < 5)
  }

  @Test func aClosedPinchThatTurnsMovesNothing() {
    #expect(cents(Scripts.closedTurned).filter { $0.time < 7.6 }.allSatisfy { $0.cents == 0 })
  }

  /// What a hand with these fingers does to the pitch.
  private func play(_ hand: (Double) -> PosedHand) -> [PlayerControl] {
    var engine = GestureEngine()
    return (0..<120).compactMap { i in
      let time = Double(i) / 30
      let posed = hand(time)
      let seen = Hand(
        id: 1, handedness: .right, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored, world: posed.worldLandmarks)
      return engine.process(HandFrame(index: i, time: time, aspect: 4.0 / 3, hands: [seen])).control.player
    }
  }

  /// From 0 to 1 in so many seconds.
  private func way(_ time: Double, from begin: Double, in seconds: Double) -> Float { Float(min(max((time - begin) / seconds, 0), 1)) }

  @Test func aHandThatTiltsAndRisesIsHeardAsTheOneThatOnlyRises() throws {
    func end(tilt: Float) throws -> PlayerControl {
      let all = play { time in
        PosedHand(
          .right, .pinching(aperture: 0.05), wrist: SIMD2(0.42, 0.74 - 0.2 * way(time, from: 1.5, in: 1)), size: 0.2,
          tilt: tilt * way(time, from: 1, in: 2))
      }
      return try #require(all.last)
    }
    let straight = try end(tilt: 0)
    let tilted = try end(tilt: 40)
    #expect(straight.pitchGrip == .fader && straight.pitchCents > 400)
    #expect(tilted.pitchGrip == .fader && abs(tilted.pitchCents - straight.pitchCents) < 20, "\(tilted.pitchCents)")
  }

  @Test func fingersThatOpenWhileTheHandTurnsAreHeardAsThoseOfAStillOne() throws {
    func end(yaw: Float) throws -> PlayerControl {
      let all = play { time in
        PosedHand(
          .right, .pinching(aperture: 0.05 + 0.5 * way(time, from: 1, in: 1.5)), wrist: SIMD2(0.42, 0.74), size: 0.2,
          yaw: yaw * way(time, from: 1, in: 1.5))
      }
      return try #require(all.last)
    }
    let still = try end(yaw: 0)
    #expect(still.pitchGrip == .spread && still.pitchCents > 500)
    for yaw in [Float(-25), 25] {
      let turned = try end(yaw: yaw)
      #expect(turned.pitchGrip == .spread && abs(turned.pitchCents - still.pitchCents) < 20, "\(turned.pitchCents) at \(yaw) degrees")
    }
  }
}
