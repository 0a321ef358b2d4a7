import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the hand that owns a clutch among several hands.
@Suite struct ClutchOwnerTests {
  @Test func `another hand of the same side does not move a held value`() throws {
    var engine = GestureEngine()
    engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
    _ = Played.play(1, &engine) { _ in [Played.pinch(1, .right, aperture: 0.05)] }
    let moved = Played.play(2, &engine, from: 1) { [Played.pinch(1, .right, aperture: 0.05, rise: Float(min($0, 1)))] }
    let value = try #require(Played.pitch(moved).last)
    #expect(value > 300)
    // A second right hand comes and goes. It is surer and at another place.
    let both = Played.play(1, &engine, from: 3) { _ in
      [Played.pinch(1, .right, aperture: 0.05, rise: 1, confidence: 0.7), Played.pinch(9, .right, aperture: 0.5, rise: -1)]
    }
    #expect(Played.pitch(both).allSatisfy { abs($0 - value) < 5 }, "\(Played.pitch(both).min() ?? 0)")
    #expect(both.last?.sideConflicts == 1)
    #expect(both.last?.control.player?.pitchGrip == .fader)
  }

  @Test func `a hand that replaces another without a gap does not move a held value`() throws {
    var engine = GestureEngine()
    engine.introduce([Played.pinch(1, .right, aperture: 0.05)])
    _ = Played.play(1, &engine) { _ in [Played.pinch(1, .right, aperture: 0.05)] }
    let value = try #require(
      Played.pitch(Played.play(2, &engine, from: 1) { [Played.pinch(1, .right, aperture: 0.05, rise: Float(min($0, 1)))] }).last)
    let other = Played.play(2, &engine, from: 3) { _ in [Played.pinch(2, .right, aperture: 0.4, rise: -1.5)] }
    #expect(Played.pitch(other).allSatisfy { abs($0 - value) < 5 })
    #expect(other.last?.control.player?.pitchGrip == nil)
  }

  @Test func `no pose means a command while a clutch is engaged`() {
    var engine = GestureEngine()
    let peace = PosedHand(.right, .two, wrist: SIMD2(0.42, 0.74), size: 0.2)
    let left = Hand(id: 3, handedness: .right, landmarks: peace.landmarks(aspect: 4.0 / 3).mirrored)
    engine.introduce([Played.pinch(1, .left, aperture: 0.6), StemPlay.hand(.right, .fist, id: 3)])
    // The left hand holds the speed from 0.5 s to 4 s. The other hand shows peace all the time.
    let held = Played.play(4, &engine) { t in [Played.pinch(1, .left, aperture: t < 0.3 ? 0.6 : 0.05), left] }
    #expect(held.contains { $0.control.player?.speedGrip != nil })
    let after = held.drop { $0.control.player?.speedGrip == nil }
    #expect(after.flatMap(\.commands).isEmpty)
    // After the release the pose counts from then on.
    let free = Played.play(2, &engine, from: 4) { _ in [left] }
    #expect(free.flatMap(\.commands) == [.nextTrack])
    #expect((free.first { !$0.commands.isEmpty }?.control.time ?? 0) > 4.8)
  }

  @Test func `two pinches do not take the volume`() {
    var engine = GestureEngine()
    // Both hands show the ok sign: three fingers up and a pinch.
    func ok(_ id: Int, _ side: Handedness) -> Hand {
      let posed = PosedHand(side, .ok, wrist: SIMD2(side == .right ? 0.42 : 0.92, 0.74), size: 0.2)
      return Hand(id: id, handedness: side, landmarks: posed.landmarks(aspect: 4.0 / 3).mirrored)
    }
    let output = Played.play(3, &engine) { _ in [ok(1, .left), ok(2, .right)] }
    #expect(output.allSatisfy { $0.control.player?.volumeHeld == false })
  }
}
