import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of mode changes and of values set from elsewhere. Hands act meanwhile.
@Suite struct StreamModeTests {
  /// Returns an open hand that rests and then sinks. It rests for half a second.
  private static func lowering(_ time: Double) -> [Hand] { [StemPlay.hand(.right, .open, rise: -0.5 * Float(max(time - 0.5, 0)))] }

  @Test func `hands release their controls when the mode changes`() {
    var engine = GestureEngine(mode: .stream)
    let before = StemPlay.play(&engine, 0, 1.5) { Self.lowering($0) }
    let volume = before.last?.stream.volume
    #expect(before.last?.stream.volumeHeld == true)
    engine.change(mode: .player)
    let player = StemPlay.play(&engine, 1.5, 2) { Self.lowering($0) }
    #expect(player.first?.events == [.controlReleased(.volume)] && player.allSatisfy { $0.control.stream == nil })
    engine.change(mode: .stream)
    let back = StemPlay.play(&engine, 2, 2.5) { _ in Self.lowering(2) }
    #expect(back.allSatisfy { $0.stream.volume == volume && $0.events.isEmpty })
  }

  @Test func `a pinch is let go with the mode and takes hold anew`() {
    var engine = GestureEngine(mode: .stream)
    let pinches = [StemPlay.hand(.left, .pinching(aperture: 0.05)), StemPlay.hand(.right, .pinching(aperture: 0.05))]
    engine.introduce(pinches)
    let before = StemPlay.play(&engine, 0, 1) { _ in pinches }
    #expect(before.last?.stream.asksForSpeed == true && before.last?.stream.pitchGrip != nil)
    engine.change(mode: .stems)
    #expect(StemPlay.play(&engine, 1, 1.1) { _ in pinches }.first?.events == [.controlReleased(.pitch)])
    engine.change(mode: .stream)
    engine.introduce(pinches, until: 2)
    let back = StemPlay.play(&engine, 2, 3) { _ in pinches }
    #expect(back.first?.stream.asksForSpeed == false && back.first?.stream.pitchGrip == nil && back.last?.stream.asksForSpeed == true)
  }

  @Test func `a held hand goes on from what was set`() {
    var engine = GestureEngine(mode: .stream)
    StemPlay.play(&engine, 0, 1.5) { Self.lowering($0) }
    engine.set(streamVolume: 0.9)
    let after = StemPlay.play(&engine, 1.5, 1.8) { Self.lowering($0) }.map(\.stream.volume)
    #expect(after[0] <= 0.9 && after[0] > 0.87 && after[8] < after[0] && after[8] > 0.78, "\(after)")
  }

  @Test func `two hands go on from what was set`() {
    var engine = GestureEngine(mode: .stream)
    func hands(_ time: Double) -> [Hand] {
      [StemPlay.hand(.right, .open, x: 0.42 - 0.05 * Float(max(time - 1, 0))), StemPlay.hand(.left, .open)]
    }
    StemPlay.play(&engine, 0, 1.5) { hands($0) }
    engine.set(streamVolume: 0.2)
    let after = StemPlay.play(&engine, 1.5, 2) { hands($0) }.map(\.stream.volume)
    #expect(abs(after[0] - 0.2) < 0.01 && after[14] > after[0] && after[14] < 0.25, "\(after)")
  }

  /// A value that a leaving hand changed is restored. A value set meanwhile stays.
  @Test func `nothing goes back behind what was set`() {
    var engine = GestureEngine(mode: .stream)
    StemPlay.play(&engine, 0, 1.5) { Self.lowering($0) }
    engine.set(streamVolume: 0.3)
    let after = StemPlay.play(&engine, 1.5, 2) { [StemPlay.hand(.right, .open, rise: -0.5 - 8 * Float($0 - 1.5))] }
    #expect(abs((after.last?.stream.volume ?? 0) - 0.3) < 0.03)
  }

  @Test func `values from elsewhere are brought into their range`() {
    var engine = GestureEngine(mode: .stream)
    func values() -> StreamControl? { StemPlay.play(&engine, 0, 0.1) { _ in [] }.last?.stream }
    engine.set(streamVolume: 7, streamPitchCents: -9999)
    #expect(values()?.volume == 1 && values()?.pitchCents == -2400)
    engine.set(streamVolume: .nan, streamPitchCents: .infinity)
    #expect(values()?.volume == 1 && values()?.pitchCents == -2400)
    engine.set(streamVolume: -1, streamPitchCents: 150)
    #expect(values()?.volume == 0 && values()?.pitchCents == 150)
  }

  /// The box's music and an external player have separate values. Each has its own volume and pitch.
  @Test func `the players values are not the streams`() {
    var engine = GestureEngine(mode: .stream)
    engine.set(speed: 1.5, pitchCents: 300, volume: 0.1)
    let stream = StemPlay.play(&engine, 0, 0.1) { _ in [] }.last?.stream
    #expect(stream?.volume == 0.8 && stream?.pitchCents == 0)
    engine.set(streamVolume: 0.4, streamPitchCents: 50)
    engine.change(mode: .player)
    let player = StemPlay.play(&engine, 0.1, 0.2) { _ in [] }.last?.control.player
    #expect(player?.volume == 0.1 && player?.pitchCents == 300 && player?.speed == 1.5)
  }

  @Test func `time that goes back lets go and keeps the values`() {
    var engine = GestureEngine(mode: .stream)
    let before = StemPlay.play(&engine, 5, 6.5) { Self.lowering($0 - 5) }
    let after = StemPlay.play(&engine, 0, 0.2) { _ in Self.lowering(0) }
    #expect(after.first?.events.contains(.controlReleased(.volume)) == true)
    #expect(after.allSatisfy { $0.stream.volume == before.last?.stream.volume })
  }

  /// A sign means no command while a hand holds something. Afterwards it must be held for its whole time.
  @Test func `a sign does not count while something is held`() {
    var engine = GestureEngine(mode: .stream)
    let output = StemPlay.play(&engine, 0, 3) { time in [StemPlay.hand(.left, .two)] + Self.lowering(min(time, 2)) }
    let at = output.first { !$0.commands.isEmpty }?.control.time ?? 0
    // The height releases after half a second of rest.
    #expect(at == 0 || at > 2.5, "\(at)")
    #expect(output.engaged == [.volume])
  }

  /// At most one left and one right hand count. A second right one, surer and quicker, engages nothing.
  @Test func `a second hand of the same side does not take over`() {
    var engine = GestureEngine(mode: .stream)
    let output = StemPlay.play(&engine, 0, 3) { time in
      let plays = StemPlay.hand(.right, .open, rise: -0.2 * Float(max(time - 0.5, 0)), confidence: 0.7)
      let other = StemPlay.hand(.right, .open, rise: 2 * Float(time.truncatingRemainder(dividingBy: 1)), x: 0.75, id: 7, confidence: 1)
      return time < 1 ? [plays] : [other, plays]
    }
    let steps = zip(output, output.dropFirst()).map { abs($1.stream.volume - $0.stream.volume) }
    #expect((steps.max() ?? 1) < 0.01 && output.last?.sideConflicts == 1, "\(steps.max() ?? 1)")
  }
}
