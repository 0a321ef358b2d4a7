import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the controls that each hand holds. They also test the snap of a value.
@Suite struct HeldControlTests {
  private func pinch(_ side: Handedness, rise: Float = 0) -> Hand { StemPlay.hand(side, .pinching(aperture: 0.05), rise: rise) }
  private func snaps(_ output: [GestureEngine.Output]) -> [GestureEvent] {
    output.flatMap(\.events).filter { if case .controlSnapped = $0 { true } else { false } }
  }

  @Test func `a pinch is held by its hand`() {
    var engine = GestureEngine()
    engine.introduce([pinch(.left), pinch(.right)])
    let output = StemPlay.play(&engine, 0, 2) { _ in [pinch(.left), pinch(.right)] }
    #expect(output.first?.held.isEmpty == true)
    #expect(
      output.last?.held == [HeldControl(control: .speed, hand: 1, side: .left), HeldControl(control: .pitch, hand: 2, side: .right)])
    #expect(StemPlay.play(&engine, 2, 3) { _ in [] }.last?.held.isEmpty == true)
  }

  @Test(arguments: [Mode.player, .stream]) func `the volume is held by both hands`(mode: Mode) {
    var engine = GestureEngine(mode: mode)
    let output = StemPlay.play(&engine, 0, 2) { _ in [StemPlay.hand(.left, .open), StemPlay.hand(.right, .open)] }
    #expect(
      output.last?.held == [HeldControl(control: .volume, hand: 1, side: .left), HeldControl(control: .volume, hand: 2, side: .right)])
  }

  @Test func `in mode stems the right hand holds the level, and both a loop`() {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.right, .open)])
    let level = StemPlay.play(&engine, 0, 1) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    #expect(level.last?.held == [HeldControl(control: .level, hand: 2, side: .right)])
    let loop = StemPlay.play(&engine, 1.5, 3) { _ in [StemPlay.hand(.left, .one), StemPlay.hand(.right, .one)] }
    #expect(loop.last?.held.map(\.control) == [.loop, .loop] && Set(loop.last?.held.map(\.side) ?? []) == [.left, .right])
  }

  @Test(arguments: [Mode.player, .stream]) func `a value that comes back snaps in once`(mode: Mode) {
    var engine = GestureEngine(mode: mode)
    engine.introduce([pinch(.right)])
    // The hand rises by 0.6 sizes and comes back. This takes two seconds, and the hand then rests.
    let output = StemPlay.play(&engine, 0, 4) { t in
      let rise = t < 1 ? 0 : t < 2 ? 0.6 * (t - 1) : t < 3 ? 0.6 * (3 - t) : 0
      return [pinch(.right, rise: Float(rise))]
    }
    #expect(output.engaged == [.pitch] && snaps(output) == [.controlSnapped(.pitch)])
    let index = output.firstIndex { !snaps([$0]).isEmpty } ?? 0
    let cents = output[index].control.player?.pitchCents ?? output[index].control.stream?.pitchCents
    #expect(cents == 0 && output[index].control.time > 2)
  }

  @Test func `taking hold at the original, and what is set there, snaps nothing in`() {
    var engine = GestureEngine()
    engine.introduce([pinch(.right)])
    let held = StemPlay.play(&engine, 0, 2) { _ in [pinch(.right)] }
    #expect(held.engaged == [.pitch] && snaps(held).isEmpty)
    engine.set(pitchCents: 300)
    StemPlay.play(&engine, 2, 2.5) { _ in [pinch(.right)] }
    engine.set(pitchCents: 0)
    #expect(snaps(StemPlay.play(&engine, 2.5, 3) { _ in [pinch(.right)] }).isEmpty)
  }
}
