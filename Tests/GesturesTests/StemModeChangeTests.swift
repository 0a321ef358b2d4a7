import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of a mode change while hands hold something. They release it, and no value jumps.
@Suite struct StemModeChangeTests {
  private func pointing(_ side: Handedness) -> Hand { StemPlay.hand(side, .one) }

  @Test func `player mode is where an engine begins`() {
    var engine = GestureEngine()
    #expect(engine.mode == .player)
    let output = StemPlay.play(&engine, 0, 0.1) { _ in [] }
    #expect(output.allSatisfy { $0.control.player != nil && $0.control.stems == nil })
    engine.change(mode: .stems)
    #expect(engine.mode == .stems)
    let after = StemPlay.play(&engine, 0.1, 0.2) { _ in [] }
    #expect(after.allSatisfy { $0.control.player == nil && $0.control.stems != nil })
  }

  @Test func `a held pinch is let go with the next frame`() throws {
    var engine = GestureEngine()
    engine.introduce([StemPlay.hand(.right, .pinching(aperture: 0.05))])
    let before = StemPlay.play(&engine, 0, 2) { [StemPlay.hand(.right, .pinching(aperture: 0.05), rise: Float(max($0 - 1, 0)))] }
    let pitch = try #require(before.last?.control.player).pitchCents
    #expect(pitch > 300 && before.engaged == [.pitch])
    engine.change(mode: .stems)
    let stems = StemPlay.play(&engine, 2, 3) { _ in [StemPlay.hand(.right, .pinching(aperture: 0.05), rise: 0)] }
    #expect(stems.first?.events == [.controlReleased(.pitch)] && stems.dropFirst().allSatisfy { $0.events.isEmpty })
    // Each mode keeps its values. A pinch engages again at the present value.
    engine.change(mode: .player)
    engine.introduce([StemPlay.hand(.right, .pinching(aperture: 0.05))], until: 4)
    let back = StemPlay.play(&engine, 4, 5) { _ in [StemPlay.hand(.right, .pinching(aperture: 0.05), rise: 0)] }
    #expect(back.engaged == [.pitch] && back.allSatisfy { $0.control.player?.pitchCents == pitch })
  }

  @Test func `a held level and a loop are let go`() {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.right, .open)])
    let before = StemPlay.play(&engine, 0, 1) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    #expect(before.last?.stems.grip == .level)
    let volume = before.last?.stems.volumes[0] ?? 0
    engine.change(mode: .player)
    let player = StemPlay.play(&engine, 1, 2) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    #expect(player.first?.events == [.controlReleased(.level)])
    engine.change(mode: .stems)
    engine.introduce([StemPlay.hand(.left, .fist), StemPlay.hand(.right, .fist)], until: 3)
    let loop = StemPlay.play(&engine, 3, 3.7) { _ in [pointing(.left), pointing(.right)] }
    #expect(loop.last?.stems.region != nil && loop.last?.stems.volumes[0] == volume && loop.last?.stems.selected == 0)
    engine.change(mode: .player)
    let after = StemPlay.play(&engine, 3.7, 5) { _ in [pointing(.left), pointing(.right)] }
    #expect(after.released == [.loop] && after.asks.isEmpty)
  }

  @Test func `a selection that was counting begins anew`() throws {
    var engine = StemPlay.engine(selected: nil)
    StemPlay.play(&engine, 0, 0.9) { _ in [StemPlay.hand(.left, .three)] }
    engine.change(mode: .player)
    StemPlay.play(&engine, 0.9, 1) { _ in [StemPlay.hand(.left, .three)] }
    engine.change(mode: .stems)
    let after = StemPlay.play(&engine, 1, 3) { _ in [StemPlay.hand(.left, .three)] }
    let asked = try #require(after.asks.first)
    #expect(after.asks.count == 1 && asked.event == .channelSelected(2) && asked.time >= 2 - 1e-6)
    #expect(after.first?.stems.selectProgress == 0)
  }

  /// A hold that began in one mode restarts in the other mode. It must last its whole time there.
  @Test func `a held pose counts from the change`() throws {
    var settings = GestureSettings()
    settings.bindings = [.player: [:], .stems: [.thumbsUp: .muteChannel]]
    var engine = GestureEngine(settings)
    engine.select(stem: 0)
    engine.introduce([StemPlay.hand(.right, .fist)])
    StemPlay.play(&engine, 0, 2) { _ in [StemPlay.hand(.right, .thumbsUp)] }
    engine.change(mode: .stems)
    let output = StemPlay.play(&engine, 2, 4) { _ in [StemPlay.hand(.right, .thumbsUp)] }
    let asked = try #require(output.asks.first)
    #expect(output.asks.count == 1 && asked.time >= 2.75 && asked.time <= 2.9)
  }

  @Test func `presence and hands are not reported again`() {
    var engine = GestureEngine()
    let before = StemPlay.play(&engine, 0, 1) { _ in [StemPlay.hand(.right, .open)] }
    #expect(before.flatMap(\.events).contains(.handsPresent) && before.flatMap(\.events).contains(.handAppeared(id: 2, .right)))
    engine.change(mode: .stems)
    let after = StemPlay.play(&engine, 1, 2) { _ in [StemPlay.hand(.right, .open)] }
    #expect(after.allSatisfy { $0.events.isEmpty && $0.control.handsPresent })
  }

  @Test func `changing to the same mode changes nothing`() {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.right, .open)])
    StemPlay.play(&engine, 0, 1) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    engine.change(mode: .stems)
    let after = StemPlay.play(&engine, 1, 1.1) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    #expect(after.allSatisfy { $0.events.isEmpty && $0.stems.grip == .level })
  }

  /// A value set while another mode plays counts, too.
  @Test func `values set meanwhile are kept`() {
    var engine = GestureEngine()
    engine.set(stem: 2, volume: 0.25, pitchCents: -120)
    engine.select(stem: 2)
    engine.change(mode: .stems)
    engine.set(speed: 1.5)
    var output = StemPlay.play(&engine, 0, 0.1) { _ in [] }
    #expect(output.last?.stems.volumes == SIMD4(0.8, 0.8, 0.25, 0.8) && output.last?.stems.pitchCents == SIMD4(0, 0, -120, 0))
    #expect(output.last?.stems.selected == 2)
    engine.change(mode: .player)
    output = StemPlay.play(&engine, 0.1, 0.2) { _ in [] }
    #expect(output.last?.control.player?.speed == 1.5)
  }

  @Test func `values from elsewhere are brought into their range`() {
    var engine = StemPlay.engine(selected: 0)
    engine.set(stem: 0, volume: 7, pitchCents: -999)
    engine.set(stem: 1, volume: .nan, pitchCents: .infinity)
    engine.set(stem: 4, volume: 0)
    engine.set(stem: -1, volume: 0)
    engine.select(stem: 4)
    let values = StemPlay.play(&engine, 0, 0.1) { _ in [] }.last?.stems
    #expect(values?.volumes == SIMD4(1, 0.8, 0.8, 0.8) && values?.pitchCents == SIMD4(-200, 0, 0, 0) && values?.selected == 0)
    // The set has fewer channels than the selected one's number.
    engine.select(stem: 3)
    engine.set(stemCount: 2)
    #expect(StemPlay.play(&engine, 0.1, 0.2) { _ in [] }.last?.stems.selected == nil)
    engine.select(stem: 3)
    #expect(StemPlay.play(&engine, 0.2, 0.3) { _ in [] }.last?.stems.selected == nil)
  }

  /// A set of two channels plays. A set of four follows it.
  @Test func `channels that the set does not have keep their values for the next one`() {
    var engine = StemPlay.engine()
    engine.set(stemCount: 2)
    engine.set(stem: 3, volume: 0.3, pitchCents: 50)
    engine.set(stemCount: 4)
    engine.select(stem: 3)
    let values = StemPlay.play(&engine, 0, 0.1) { _ in [] }.last?.stems
    #expect(values?.selected == 3 && values?.volumes[3] == 0.3 && values?.pitchCents[3] == 50)
  }

  /// A client sets the volume that a hand holds. The hand continues from there.
  @Test func `a held value goes on from what was set`() throws {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.right, .open)])
    StemPlay.play(&engine, 0, 1) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    engine.set(stem: 0, volume: 0.9)
    let after = StemPlay.play(&engine, 1, 1.2) { [StemPlay.hand(.right, .open, rise: -Float($0))] }
    let values = after.map(\.stems.volumes[0])
    #expect(values[0] < 0.9 && values[0] > 0.85 && values[5] < values[0] && values[5] > 0.75, "\(values)")
  }

  @Test func `time that goes back lets go and keeps the values`() {
    var engine = StemPlay.engine(selected: 3)
    engine.introduce([StemPlay.hand(.right, .open)], until: 5)
    let before = StemPlay.play(&engine, 5, 6) { [StemPlay.hand(.right, .open, rise: -Float($0 - 5))] }
    #expect(before.last?.stems.grip == .level)
    let after = StemPlay.play(&engine, 0, 1) { _ in [StemPlay.hand(.right, .open)] }
    #expect(after.first?.events.contains(.controlReleased(.level)) == true)
    #expect(after.allSatisfy { $0.stems.volumes == before.last?.stems.volumes && $0.stems.selected == 3 })
  }
}
