import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the hands that hold a control, in every mode.
@Suite struct HoldersTests {
  private static let rest = [StemPlay.hand(.left, .fist), StemPlay.hand(.right, .fist)]

  /// Plays hands for two seconds, then two fists for one.
  /// - Returns: the hands that hold a control at the end of each.
  private func holders(_ engine: GestureEngine, _ hands: (Double) -> [Hand]) -> (held: Set<Int>, released: Set<Int>) {
    var engine = engine
    engine.introduce(hands(0))
    StemPlay.play(&engine, 0, 2, hands)
    let held = engine.holdingHands
    StemPlay.play(&engine, 2, 3) { _ in Self.rest }
    return (held, engine.holdingHands)
  }

  @Test(arguments: [Mode.player, .stream]) func `pinching hands hold speed and pitch`(mode: Mode) {
    let pinch = HandPose.pinching(aperture: 0.05)
    let one = holders(GestureEngine(mode: mode)) { _ in [StemPlay.hand(.left, .fist), StemPlay.hand(.right, pinch)] }
    #expect(one.held == [2])
    let both = holders(GestureEngine(mode: mode)) { _ in [StemPlay.hand(.left, pinch), StemPlay.hand(.right, pinch)] }
    #expect(both.held == [1, 2])
  }

  @Test(arguments: [Mode.player, .stream]) func `two open hands hold the volume`(mode: Mode) {
    let seen = holders(GestureEngine(mode: mode)) { _ in [StemPlay.hand(.left, .open), StemPlay.hand(.right, .open)] }
    #expect(seen.held == [1, 2] && seen.released.isEmpty)
  }

  @Test func `an open hand that moves a stream's volume holds it`() {
    let seen = holders(GestureEngine(mode: .stream)) { time in [StemPlay.hand(.right, .open, rise: -0.5 * Float(max(time - 0.5, 0)))] }
    #expect(seen.held == [2] && seen.released.isEmpty)
  }

  @Test func `an open hand that moves a channel holds it`() {
    let seen = holders(StemPlay.engine(selected: 0)) { time in [StemPlay.hand(.right, .open, rise: -0.5 * Float(time))] }
    #expect(seen.held == [2] && seen.released.isEmpty)
  }

  @Test func `two hands that show a loop hold it`() {
    let hands = [(Handedness.left, Float(0.32)), (.right, 0.68)].map { side, tip in
      var posed = PosedHand(side, .one, wrist: .zero, size: 0.2)
      posed.wrist = SIMD2((1 - tip) * StemPlay.aspect - posed.landmarks(aspect: 1)[.indexTip].x, 0.75)
      return StemPlay.hand(side, .one, x: posed.wrist.x)
    }
    let seen = holders(StemPlay.engine(selected: 2)) { _ in hands }
    #expect(seen.held == [1, 2] && seen.released.isEmpty)
  }

  @Test func `a hand that plays a note holds it, and a fist does not`() {
    let seen = holders(GestureEngine(mode: .instrument)) { _ in [InstrumentPlay.hand(1), InstrumentPlay.hand(2, .fist, x: 0.9)] }
    #expect(seen.held == [1] && seen.released.isEmpty)
  }
}
