import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the hands' roles: exchanged, and one hand for everything.
@Suite struct HandRolesTests {
  private static let closed = HandPose.pinching(aperture: 0.05)

  private func engine(_ law: HandsLaw, _ mode: Mode, selected: Int? = nil) -> GestureEngine {
    var settings = GestureSettings()
    settings.hands = law
    var engine = GestureEngine(settings, mode: mode)
    engine.select(stem: selected)
    return engine
  }

  /// Returns a ramp from 0 to 1. It starts at `begin` and takes one second.
  private func ramp(_ time: Double, from begin: Double) -> Float { Float(min(max(time - begin, 0), 1)) }

  /// Returns the x of a hand that has moved right. `right` is in hand sizes, as the player sees it.
  private func x(_ side: Handedness, right: Float) -> Float { (side == .right ? 0.5 : 0.85) - right * 0.2 }

  // MARK: - Exchanged

  @Test func `exchanged hands play each other's value`() throws {
    for side in Handedness.allCases {
      var engine = engine(.swapped, .player)
      let output =
        engine.introduce([StemPlay.hand(side, Self.closed)])
        + StemPlay.play(&engine, 0, 3) { [StemPlay.hand(side, Self.closed, rise: self.ramp($0, from: 1))] }
      let player = try #require(output.last?.control.player)
      if side == .left {
        #expect(player.pitchCents > 300 && player.speed == 1 && output.engaged == [.pitch])
      } else {
        #expect(player.speed > 1.15 && player.pitchCents == 0 && output.engaged == [.speed])
      }
      // Events name the real hand.
      #expect(output.flatMap(\.events).contains(.handAppeared(id: side == .left ? 1 : 2, side)))
    }
  }

  @Test func `exchanged hands select and move stems`() {
    var engine = engine(.swapped, .stems)
    let selected = StemPlay.play(&engine, 0, 2) { _ in [StemPlay.hand(.right, .two)] }
    #expect(selected.asks.map(\.event) == [.channelSelected(1)])
    let moved = StemPlay.play(&engine, 2, 4.5) { [StemPlay.hand(.left, .open, rise: -self.ramp($0, from: 2.5))] }
    #expect(moved.engaged == [.level] && (moved.last?.stems.volumes[1] ?? 1) < 0.5)
  }

  @Test func `in mode stream the left one of exchanged hands is the pitch`() {
    var engine = engine(.swapped, .stream)
    engine.introduce([StemPlay.hand(.left, Self.closed)])
    let output = StemPlay.play(&engine, 0, 3) { [StemPlay.hand(.left, Self.closed, rise: self.ramp($0, from: 1))] }
    #expect(output.engaged == [.pitch] && (output.last?.stream.pitchCents ?? 0) > 300 && output.allSatisfy { !$0.stream.asksForSpeed })
  }

  // MARK: - One hand in mode player

  @Test(arguments: Handedness.allCases) func `one hand's pinch is pitch upwards`(side: Handedness) throws {
    var engine = engine(.one, .player)
    engine.introduce([StemPlay.hand(side, Self.closed)])
    let output = StemPlay.play(&engine, 0, 3) { [StemPlay.hand(side, Self.closed, rise: self.ramp($0, from: 1))] }
    let player = try #require(output.last?.control.player)
    #expect(player.pitchCents > 300 && player.pitchGrip == .fader && player.speed == 1 && player.speedGrip == nil)
  }

  @Test(arguments: Handedness.allCases) func `one hand's pinch is speed sideways, both ways`(side: Handedness) throws {
    for way in [Float(1), -1] {
      var engine = engine(.one, .player)
      engine.introduce([StemPlay.hand(side, Self.closed, x: self.x(side, right: 0))])
      let output = StemPlay.play(&engine, 0, 3) {
        [StemPlay.hand(side, Self.closed, x: self.x(side, right: way * self.ramp($0, from: 1)))]
      }
      let player = try #require(output.last?.control.player)
      #expect(way > 0 ? player.speed > 1.15 : player.speed < 0.87, "\(player)")
      #expect(player.pitchCents == 0 && player.pitchGrip == nil && player.speedGrip == .fader)
    }
  }

  /// The hand goes far both ways in a single frame. The camera may be slow.
  @Test(arguments: [10.0, 30]) func `the hand that moves farther has the pinch, and the other has not moved`(rate: Double) throws {
    for isUp in [true, false] {
      var engine = engine(.one, .player)
      engine.introduce([StemPlay.hand(.right, Self.closed, x: self.x(.right, right: 0))], rate: rate)
      let output = StemPlay.play(&engine, 0, 3, rate: rate) { time in
        let way = min(self.ramp(time, from: 1) * 6, 1)
        return [StemPlay.hand(.right, Self.closed, rise: way * (isUp ? 1 : 0.5), x: self.x(.right, right: way * (isUp ? 0.5 : 1)))]
      }
      let player = try #require(output.last?.control.player)
      if isUp {
        #expect(player.pitchCents > 300 && player.speed == 1, "\(player)")
      } else {
        #expect(player.speed > 1.15 && player.pitchCents == 0, "\(player)")
      }
    }
  }

  @Test func `the next pinch may take the other value`() throws {
    var engine = engine(.one, .player)
    engine.introduce([StemPlay.hand(.right, Self.closed, x: 0.5)])
    StemPlay.play(&engine, 0, 3) { [StemPlay.hand(.right, Self.closed, rise: self.ramp($0, from: 1), x: 0.5)] }
    let open = StemPlay.play(&engine, 3, 4) { _ in [StemPlay.hand(.right, .open, rise: 1, x: 0.5)] }
    let pitch = try #require(open.last?.control.player?.pitchCents)
    #expect(open.last?.control.player?.pitchGrip == nil)
    let again = StemPlay.play(&engine, 4, 7) {
      [StemPlay.hand(.right, Self.closed, rise: 1, x: self.x(.right, right: -self.ramp($0, from: 5)))]
    }
    let player = try #require(again.last?.control.player)
    #expect(player.speed < 0.87 && player.pitchCents == pitch && pitch > 300, "\(player)")
  }

  @Test(arguments: Handedness.allCases) func `one open hand's height is the volume`(side: Handedness) throws {
    var engine = engine(.one, .player)
    let output = StemPlay.play(&engine, 0, 2.2) { [StemPlay.hand(side, .open, rise: -self.ramp($0, from: 1))] }
    let player = try #require(output.last?.control.player)
    #expect(output.engaged == [.volume] && player.volume < 0.5 && player.volume > 0.2 && player.speed == 1 && player.pitchCents == 0)
    // Closing the hand releases the volume.
    let closed = StemPlay.play(&engine, 2.2, 3.2) { [StemPlay.hand(side, .fist, rise: -1 + self.ramp($0, from: 2.6))] }
    #expect(closed.released == [.volume] && abs((closed.last?.control.player?.volume ?? 0) - player.volume) < 0.02)
  }

  @Test func `a volume that was set from elsewhere goes on from there`() throws {
    var engine = engine(.one, .player)
    StemPlay.play(&engine, 0, 1.5) { [StemPlay.hand(.right, .open, rise: -self.ramp($0, from: 1))] }
    engine.set(volume: 0.9)
    let output = StemPlay.play(&engine, 1.5, 1.6) { [StemPlay.hand(.right, .open, rise: -self.ramp($0, from: 1))] }
    let volume = try #require(output.last?.control.player?.volume)
    #expect(volume > 0.8 && volume < 0.9)
  }

  @Test func `a pinch that opens takes no volume before it has rested`() {
    var engine = engine(.one, .player)
    engine.introduce([StemPlay.hand(.right, Self.closed)])
    let held = StemPlay.play(&engine, 0, 1) { _ in [StemPlay.hand(.right, Self.closed)] }
    #expect(held.engaged == [.speed, .pitch])
    let output = StemPlay.play(&engine, 1, 1.4) { [StemPlay.hand(.right, .open, rise: -Float($0 - 1))] }
    #expect(output.allSatisfy { $0.control.player?.volume == 0.8 && $0.control.player?.volumeHeld == false })
  }

  @Test func `two hands mean nothing together`() throws {
    var engine = engine(.one, .player)
    let output = StemPlay.play(&engine, 0, 3) {
      [
        StemPlay.hand(.right, .open, x: self.x(.right, right: self.ramp($0, from: 1))),
        StemPlay.hand(.left, .open, x: self.x(.left, right: -self.ramp($0, from: 1))),
      ]
    }
    #expect(output.allSatisfy { $0.control.player?.volume == 0.8 } && output.engaged.isEmpty)
  }

  /// The other hand lies in the player's lap.
  @Test(arguments: Handedness.allCases) func `the higher hand plays`(side: Handedness) throws {
    var engine = engine(.one, .player)
    let other: Handedness = side == .left ? .right : .left
    engine.introduce([StemPlay.hand(other, Self.closed, rise: -0.8), StemPlay.hand(side, Self.closed)])
    let output = StemPlay.play(&engine, 0, 3) {
      [StemPlay.hand(other, Self.closed, rise: -0.8), StemPlay.hand(side, Self.closed, rise: self.ramp($0, from: 1))]
    }
    #expect((output.last?.control.player?.pitchCents ?? 0) > 300)
  }

  @Test func `a hand that holds a value keeps it while another is raised, and until it has left`() throws {
    var engine = engine(.one, .player)
    engine.introduce([StemPlay.hand(.right, Self.closed)])
    StemPlay.play(&engine, 0, 2.5) { [StemPlay.hand(.right, Self.closed, rise: self.ramp($0, from: 1))] }
    let both = StemPlay.play(&engine, 2.5, 3.5) { _ in
      [StemPlay.hand(.right, Self.closed, rise: 1), StemPlay.hand(.left, Self.closed, rise: 1.8)]
    }
    #expect(both.released.isEmpty && both.engaged.isEmpty)
    let pitch = try #require(both.last?.control.player?.pitchCents)
    // The hand comes back before it counts as gone. No other hand takes over.
    let gap = StemPlay.play(&engine, 3.5, 3.8) { _ in [StemPlay.hand(.left, Self.closed, rise: 1.8)] }
    #expect(gap.released.isEmpty && gap.last?.control.player?.pitchCents == pitch)
    let back = StemPlay.play(&engine, 3.8, 4.1) { _ in [StemPlay.hand(.right, Self.closed, rise: 1)] }
    #expect(back.released.isEmpty && back.engaged.isEmpty)
    let left = StemPlay.play(&engine, 4.1, 5.5) { time in
      let hand = StemPlay.hand(.left, Self.closed, rise: 1.8)
      return [time < 4.8 ? hand.withThumbAway(aspect: StemPlay.aspect) : hand]
    }
    #expect(left.released.contains(.pitch) && left.engaged == [.speed, .pitch], "the other one begins")
  }

  // MARK: - One hand in the other modes

  @Test(arguments: Handedness.allCases) func `one hand selects a stem and moves it`(side: Handedness) {
    var engine = engine(.one, .stems)
    let selected = StemPlay.play(&engine, 0, 2) { _ in [StemPlay.hand(side, .three)] }
    #expect(selected.asks.map(\.event) == [.channelSelected(2)] && selected.allSatisfy { $0.stems.volumes == SIMD4(repeating: 0.8) })
    let lowered = StemPlay.play(&engine, 2, 4.5) { [StemPlay.hand(side, .open, rise: -self.ramp($0, from: 2.5))] }
    #expect(lowered.engaged == [.level] && (lowered.last?.stems.volumes[2] ?? 1) < 0.5)
    StemPlay.play(&engine, 4.5, 5) { _ in [StemPlay.hand(side, .fist, rise: -0.5)] }
    let turned = StemPlay.play(&engine, 5, 7.5) { [StemPlay.hand(side, .open, rise: -0.5, roll: 30 * self.ramp($0, from: 5.5))] }
    #expect(turned.engaged == [.roll] && (turned.last?.stems.pitchCents[2] ?? 0) > 60)
  }

  @Test func `the thumb distinguishes four fingers from an open hand`() {
    var engine = engine(.one, .stems, selected: 0)
    let open = StemPlay.play(&engine, 0, 3) { _ in [StemPlay.hand(.right, .open)] }
    #expect(open.asks.isEmpty && open.last?.stems.selected == 0)
    let four = StemPlay.play(&engine, 3, 5) { [StemPlay.hand(.right, .four, rise: -0.3 * self.ramp($0, from: 4))] }
    #expect(four.asks.map(\.event) == [.channelSelected(3)] && four.engaged.isEmpty)
    #expect(four.last?.stems.volumes == SIMD4(repeating: 0.8))
  }

  @Test func `two pointing hands show no loop where one hand plays`() {
    var engine = engine(.one, .stems, selected: 0)
    let output = StemPlay.play(&engine, 0, 0.9) { _ in [StemPlay.hand(.left, .one), StemPlay.hand(.right, .one)] }
    #expect(output.asks.isEmpty && output.allSatisfy { $0.stems.region == nil })
  }

  @Test(arguments: Handedness.allCases) func `in mode stream one hand reaches pitch and volume`(side: Handedness) {
    var engine = engine(.one, .stream)
    engine.introduce([StemPlay.hand(side, Self.closed)])
    let pitch = StemPlay.play(&engine, 0, 3) { [StemPlay.hand(side, Self.closed, rise: self.ramp($0, from: 1))] }
    #expect(pitch.engaged == [.pitch] && (pitch.last?.stream.pitchCents ?? 0) > 300)
    let volume = StemPlay.play(&engine, 3, 6) { [StemPlay.hand(side, .open, rise: 1 - self.ramp($0, from: 4))] }
    #expect(volume.engaged == [.volume] && (volume.last?.stream.volume ?? 1) < 0.5)
  }

  @Test(arguments: HandsLaw.allCases) func `in mode instrument all hands play`(law: HandsLaw) {
    var settings = GestureSettings()
    settings.hands = law
    var engine = GestureEngine(settings, mode: .instrument)
    let played = InstrumentPlay.play(&engine, 0, 1) { _ in
      [InstrumentPlay.hand(1, position: 0.2), InstrumentPlay.hand(2, position: 0.8, x: 0.9)]
    }
    #expect(played.last?.notes.sounding == 2)
  }
}
