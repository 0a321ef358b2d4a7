import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of motion that may move an external player's volume. They also cover motion that must not.
@Suite struct StreamVolumeTests {
  private func play(
    _ seconds: Double, _ engine: inout GestureEngine, from: Double = 0, _ hands: (Double) -> [Hand]
  ) -> [GestureEngine.Output] { StemPlay.play(&engine, from, from + seconds, hands) }

  private func engine() -> GestureEngine { GestureEngine(mode: .stream) }

  /// Returns the rise of a hand that sinks from 0.5 s on. It sinks by half a hand size per second.
  private func sinking(_ time: Double) -> Float { -0.5 * Float(max(time - 0.5, 0)) }

  @Test(arguments: [Handedness.left, .right]) func `either hand moves the volume by its height`(side: Handedness) {
    var engine = engine()
    engine.introduce([StemPlay.hand(side, .open)])
    let output = play(2, &engine) { [StemPlay.hand(side, .open, rise: sinking($0))] }
    #expect(output.engaged == [.volume])
    let moved = 0.8 - (output.last?.stream.volume ?? 0)
    // The way is three quarters of a hand size. A part is lost before it engages.
    #expect(abs(moved - (0.375 - LevelAndRoll.levelTakesFrom)) < 0.03, "\(moved)")
    #expect(
      zip(output, output.dropFirst()).allSatisfy { $1.stream.volume <= $0.stream.volume && $0.stream.volume - $1.stream.volume < 0.02 })
  }

  /// Nothing moves before the hand was open and at rest. This takes 0.3 s.
  @Test func `a hand that moves from the start is not let in`() {
    var engine = engine()
    let output = play(2, &engine) { [StemPlay.hand(.right, .open, rise: 1.2 - 1.2 * Float($0))] }
    #expect(output.engaged.isEmpty && output.allSatisfy { $0.stream.volume == 0.8 })
  }

  /// Three fingers count as an open hand. Two are a sign, with or without the thumb.
  @Test func `a peace sign moves nothing`() {
    var out = HandPose.two
    out.thumb = HandPose.open.thumb
    for pose in [HandPose.two, out] {
      var engine = engine()
      engine.introduce([StemPlay.hand(.right, .fist)])
      let output = play(3, &engine) { [StemPlay.hand(.right, pose, rise: sinking($0))] }
      #expect(output.engaged.isEmpty && output.allSatisfy { $0.stream.volume == 0.8 })
      #expect(output.flatMap(\.commands) == [.nextTrack])
    }
    var engine = engine()
    #expect(play(2, &engine) { [StemPlay.hand(.right, .three, rise: sinking($0))] }.engaged == [.volume])
  }

  @Test func `fists pinches and rings move nothing`() {
    for pose in [HandPose.fist, .one, .thumbsUp, .ok, .pinching(aperture: 0.05), .pinching(aperture: 0.2)] {
      for side in [Handedness.left, .right] {
        var engine = engine()
        engine.introduce([StemPlay.hand(side, pose)])
        let output = play(2, &engine) { [StemPlay.hand(side, pose, rise: sinking($0))] }
        #expect(output.allSatisfy { $0.stream.volume == 0.8 && !$0.stream.volumeHeld }, "\(pose)")
      }
    }
  }

  /// The pinch is released by opening. That hand's height and its distance from the other have no meaning before it
  /// has rested.
  @Test func `letting a pinch go takes no volume`() {
    var engine = engine()
    engine.introduce([StemPlay.hand(.right, .pinching(aperture: 0.05)), StemPlay.hand(.left, .fist)])
    let output = play(4, &engine) { time in
      let pose = time < 2 ? HandPose.pinching(aperture: 0.05) : .open
      return [StemPlay.hand(.right, pose, rise: time < 2 ? 0 : -0.9 * Float(time - 2)), StemPlay.hand(.left, .fist)]
    }
    #expect(output.engaged == [.pitch] && output.released == [.pitch])
    #expect(output.allSatisfy { $0.stream.volume == 0.8 })
  }

  /// The height moves only the volume. The roll moves nothing, and the pinch only the pitch.
  @Test func `roll and pinch leak nowhere`() {
    var engine = engine()
    let rolled = play(2, &engine) { [StemPlay.hand(.right, .open, roll: 40 * Float(max($0 - 0.5, 0)))] }
    #expect(rolled.allSatisfy { abs($0.stream.volume - 0.8) < 1e-4 && $0.stream.pitchCents == 0 })
    var other = self.engine()
    other.introduce([StemPlay.hand(.right, .pinching(aperture: 0.05))])
    let lifted = play(3, &other) { [StemPlay.hand(.right, .pinching(aperture: 0.05), rise: 0.6 * Float(max($0 - 1, 0)))] }
    #expect(lifted.allSatisfy { $0.stream.volume == 0.8 } && (lifted.last?.stream.pitchCents ?? 0) > 300)
  }

  @Test func `a left pinch asks for speed and holds nothing`() {
    var engine = engine()
    engine.introduce([StemPlay.hand(.left, .pinching(aperture: 0.05))])
    let output = play(3, &engine) { [StemPlay.hand(.left, $0 < 2 ? .pinching(aperture: 0.05) : .open, rise: 0.3 * Float(min($0, 2)))] }
    #expect(output.filter { $0.stream.asksForSpeed }.count > 30 && output.last?.stream.asksForSpeed == false)
    #expect(output.engaged.isEmpty && output.allSatisfy { $0.stream.pitchCents == 0 && $0.stream.volume == 0.8 })
  }

  /// A second hand opens while the first one's height moves the volume. The height continues as if it were alone. Two
  /// heights do not give two volumes.
  @Test func `a second hand that opens changes nothing under the first`() {
    func volumes(_ other: @escaping (Double) -> [Hand]) -> [Float] {
      var engine = engine()
      return play(2.2, &engine) { other($0) + [StemPlay.hand(.right, .open, rise: sinking($0))] }.map(\.stream.volume)
    }
    let alone = volumes { _ in [] }
    let with = volumes { time in [StemPlay.hand(.left, time < 1 ? .fist : .open, rise: time < 1 ? 0 : 0.8 * Float(time - 1))] }
    #expect(alone == with)
  }

  /// When the first hand has rested, the distance of the two counts. The height of neither counts then.
  @Test func `two open hands that have rested mean their distance`() {
    var engine = engine()
    let sunk = play(2, &engine) {
      [StemPlay.hand(.right, .open, rise: sinking($0)), StemPlay.hand(.left, $0 < 1 ? .fist : .open, rise: -0.5)]
    }
    let before = sunk.last?.stream.volume ?? 0
    let rested = play(1.5, &engine, from: 2) { _ in [StemPlay.hand(.right, .open, rise: -0.75), StemPlay.hand(.left, .open, rise: -0.5)] }
    #expect(abs((rested.last?.stream.volume ?? 0) - before) < 0.02 && rested.last?.stream.volumeHeld == true)
    let now = rested.last?.stream.volume ?? 0
    let raised = play(1, &engine, from: 3.5) { t in
      let rise = 0.8 * Float(t - 3.5)
      return [StemPlay.hand(.right, .open, rise: rise - 0.75), StemPlay.hand(.left, .open, rise: rise - 0.5)]
    }
    #expect(raised.allSatisfy { abs($0.stream.volume - now) < 0.01 }, "both went up, and their distance stayed")
    let apart = play(1, &engine, from: 4.5) {
      [StemPlay.hand(.right, .open, x: 0.42 - 0.1 * Float($0 - 4.5)), StemPlay.hand(.left, .open)]
    }
    #expect((apart.last?.stream.volume ?? 0) > now * 1.1)
  }

  /// Two hands come up open together. Neither has a height, regardless of which was seen first.
  @Test func `two hands that are open from the start have no height`() {
    var engine = engine()
    let output = play(3, &engine) { time in
      let rise = 0.5 * Float(max(time - 1, 0))
      return (time < 0.1 ? [] : [StemPlay.hand(.left, .open, rise: rise)]) + [StemPlay.hand(.right, .open, rise: rise)]
    }
    #expect(output.allSatisfy { abs($0.stream.volume - 0.8) < 0.01 })
  }

  /// Their distance is not at rest yet, and one hand rises. This is on the way to a grip with both.
  @Test func `two open hands that are still on their way have no height`() {
    var engine = engine()
    let output = play(3, &engine) { time in
      let x = 0.42 - 0.25 * Float(abs((4 * time).truncatingRemainder(dividingBy: 2) - 1))
      return [StemPlay.hand(.right, .open, x: x), StemPlay.hand(.left, .open, rise: 0.5 * Float(max(time - 1, 0)))]
    }
    #expect(output.engaged.isEmpty && output.allSatisfy { $0.stream.volume == 0.8 })
  }

  /// One of two hands closes. The one that stays open must rest before its height counts.
  @Test func `the hand that is left over is let in anew`() {
    var engine = engine()
    let two = play(1, &engine) { _ in [StemPlay.hand(.right, .open), StemPlay.hand(.left, .open)] }
    #expect(two.last?.stream.volumeHeld == true)
    let one = play(1, &engine, from: 1) { [StemPlay.hand(.right, .open, rise: -1.5 * Float($0 - 1)), StemPlay.hand(.left, .fist)] }
    #expect(one.released == [.volume] && one.allSatisfy { abs($0.stream.volume - 0.8) < 0.02 })
  }

  /// A player who walks away with an open hand changes nothing. The place of the hand does not matter.
  @Test(arguments: [10.0, 15, 30, 60]) func `a hand that is taken away turns nothing down`(rate: Double) {
    for phase in [0.0, 0.3, 0.6, 0.9] {
      var engine = engine()
      engine.introduce([StemPlay.hand(.right, .open)], rate: rate)
      // The hand rests and moves down. Without a rest it leaves in half a second.
      let output = StemPlay.play(&engine, 0, 3, rate: rate) { frame in
        let time = frame + phase / rate
        let x = min(max(Float(time - 1.5) / 0.5, 0), 1)
        let rise = -0.5 * Float(min(max(time - 0.5, 0), 1)) - 4 * (3 * x * x - 2 * x * x * x)
        return x < 0.7 ? [StemPlay.hand(.right, .open, rise: rise)] : []
      }
      let meant = 0.8 - (0.25 - LevelAndRoll.levelTakesFrom)
      #expect(abs((output.last?.stream.volume ?? 0) - meant) < 0.06, "\(output.last?.stream.volume ?? 0), phase \(phase)")
    }
  }

  /// A lost hand comes back elsewhere. The way between does not move the volume.
  @Test func `lost frames move nothing`() {
    var engine = engine()
    let output = play(3, &engine) { time in
      if time >= 1.2, time < 1.5 { return [] }
      return [StemPlay.hand(.right, .open, rise: time < 1.2 ? sinking(time) : 0.8)]
    }
    let held = output[35].stream.volume
    #expect(held < 0.76 && output.dropFirst(36).allSatisfy { abs($0.stream.volume - held) < 0.01 }, "\(held)")
  }

  /// A hand that comes nearer moves nothing.
  @Test func `nearness is not a height`() {
    var engine = engine()
    var random = SplitMix(seed: 0)
    let output = play(3, &engine) { time in
      let size = 0.2 + 0.03 * Float(max(time - 0.6, 0))
      return [StemPlay.hand(PosedHand(.right, .open, wrist: SIMD2(0.42, 0.75), size: size), noise: 0, &random)]
    }
    #expect(output.allSatisfy { abs($0.stream.volume - 0.8) < 0.01 })
  }
}
