import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the song's filter by the height of a hand that shows a bound pose.
@Suite struct FilterHoldTests {
  private func engine() -> GestureEngine {
    var settings = GestureSettings()
    settings.bind([.pointing: .songFilter])
    return GestureEngine(settings)
  }

  /// Returns a hand that points from 0.6 s to 4.5 s. Before that it is a fist, and open afterwards.
  private func hand(_ time: Double, _ side: Handedness = .right, rise: Float) -> Hand {
    StemPlay.hand(side, time < 0.6 ? .fist : time < 4.5 ? .one : .open, rise: rise)
  }

  private func filter(_ output: [GestureEngine.Output]) -> [Float] { output.map { $0.control.player?.filter ?? .nan } }

  @Test(arguments: [Float(1), -0.6]) func `the held pose takes the filter, and the height moves it`(lift: Float) throws {
    var engine = engine()
    let output = StemPlay.play(&engine, 0, 6) { [hand($0, rise: lift * Float(min(max($0 - 2, 0), 1)))] }
    let taken = try #require(output.first { $0.events.contains(.controlEngaged(.filter)) })
    #expect(taken.control.time >= 1.4 - 1e-6 && taken.control.time <= 1.7, "\(taken.control.time)")
    #expect(output.engaged == [.filter] && output.released == [.filter] && output.flatMap(\.commands).isEmpty)
    let held = try #require(output.last { $0.control.time < 4.5 })
    #expect(held.control.player?.filterHeld == true && held.held == [HeldControl(control: .filter, hand: 2, side: .right)])
    // A hand size is half of the range.
    let value = try #require(held.control.player?.filter)
    #expect(abs(abs(value) - abs(lift)) < 0.12 && (value > 0) == (lift > 0), "\(value)")
    #expect(filter(output.filter { $0.control.time < 2 }).allSatisfy { $0 == 0 })
    #expect(filter(output).last == value && output.last?.control.player?.filterHeld == false)
    #expect(output.allSatisfy { $0.control.player?.pitchCents == 0 && $0.control.player?.speed == 1 })
  }

  @Test func `it snaps in at the original once`() {
    var engine = engine()
    let output = StemPlay.play(&engine, 0, 4.4) { t in
      [hand(t, rise: Float(t < 2 ? 0 : t < 2.6 ? t - 2 : t < 2.8 ? 0.6 : max(3.4 - t, 0)))]
    }
    #expect(filter(output).max() ?? 0 > 0.4 && filter(output).last == 0)
    #expect(output.flatMap(\.events).count { $0 == .controlSnapped(.filter) } == 1)
  }

  @Test func `the other hand plays meanwhile`() throws {
    var engine = engine()
    let output = StemPlay.play(&engine, 0, 4.4) { t in
      let up = Float(max(t - 3.2, 0))
      let pinch = StemPlay.hand(.right, .pinching(aperture: 0.05), rise: up)
      return [hand(t, .left, rise: up / 2), t < 2.5 ? pinch.withThumbAway(aspect: StemPlay.aspect) : pinch]
    }
    #expect(output.engaged == [.filter, .pitch])
    let last = try #require(output.last?.control.player)
    #expect(last.pitchCents > 300 && last.filter > 0.3 && last.filterHeld && last.pitchGrip != nil)
  }

  @Test func `a hand that is gone and another mode release it`() {
    var engine = engine()
    let gone = StemPlay.play(&engine, 0, 4) { $0 < 3 ? [hand($0, rise: 0)] : [] }
    #expect(gone.engaged == [.filter] && gone.released == [.filter] && !engine.isHolding)
    var other = self.engine()
    let before = StemPlay.play(&other, 0, 4) { [hand($0, rise: Float(min(max($0 - 2, 0), 1)))] }
    other.change(mode: .stems)
    #expect(StemPlay.play(&other, 4, 4.4) { [hand($0, rise: 1)] }.released == [.filter])
    other.change(mode: .player)
    let back = StemPlay.play(&other, 4.6, 5) { [hand($0, rise: 1)] }
    #expect(filter(back).allSatisfy { $0 == filter(before).last } && filter(back).last ?? 0 > 0.5)
  }

  @Test func `a value from elsewhere is brought into range and glides home`() {
    var engine = engine()
    engine.set(filter: 7)
    engine.set(filter: .nan)
    #expect(filter(StemPlay.play(&engine, 0, 0.1) { _ in [] }).last == 1)
    engine.goHome()
    let output = filter(StemPlay.play(&engine, 0.1, 1) { _ in [] })
    #expect(output.last == 0 && output.contains { $0 > 0 && $0 < 1 })
  }

  @Test func `without a binding no pose moves it`() {
    var engine = GestureEngine()
    let output = StemPlay.play(&engine, 0, 4) { [hand($0, rise: Float(min(max($0 - 2, 0), 1)))] }
    #expect(filter(output).allSatisfy { $0 == 0 } && output.engaged.isEmpty)
  }
}
