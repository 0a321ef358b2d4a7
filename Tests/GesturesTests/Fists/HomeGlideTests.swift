import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the glide back to the original. A fist of the playing hand or a request from elsewhere starts it.
@Suite struct HomeGlideTests {
  private let fist = StemPlay.hand(.right, .fist, rise: 1)

  /// Plays a pinch of the right hand that lifts the pitch. It lasts two seconds. The hand then opens until 2.5 s.
  private func played(_ engine: inout GestureEngine, rate: Double = 30) -> [GestureEngine.Output] {
    engine.introduce([StemPlay.hand(.right, .pinching(aperture: 0.05))], rate: rate)
    return StemPlay.play(&engine, 0, 2.5, rate: rate) { t in
      [StemPlay.hand(.right, t < 2 ? .pinching(aperture: 0.05) : .open, rise: Float(min(max(t - 1, 0), 1)))]
    }
  }
  private func homes(_ output: [GestureEngine.Output]) -> [(time: Double, event: GestureEvent)] {
    output.flatMap { frame in frame.events.compactMap { if case .home = $0 { (frame.control.time, $0) } else { nil } } }
  }
  private func pitch(_ output: [GestureEngine.Output]) -> [Float] { output.map { $0.control.player?.pitchCents ?? .nan } }

  @Test(arguments: [15.0, 30, 60]) func `the fist of the hand that played takes speed and pitch home`(rate: Double) throws {
    var engine = GestureEngine()
    engine.set(speed: 1.5)
    #expect(pitch(played(&engine, rate: rate)).last! > 300)
    let output = StemPlay.play(&engine, 2.5, 7, rate: rate) { _ in [fist] }
    let all = homes(output)
    let home = try #require(all.first)
    #expect(all.count == 1 && home.event == .home(hand: 2, .right))
    #expect(home.time >= 4 - 1e-6 && home.time <= 4.3 + 1 / rate, "\(home.time)")
    let gliding = output.filter { $0.control.glides }
    let (first, last) = (try #require(gliding.first), try #require(gliding.last))
    #expect(first.control.time == home.time && last.control.time - home.time >= 0.5 - 1e-6)
    #expect(last.control.time - home.time <= 0.5 + 1 / rate + 1e-6)
    #expect(last.control.player?.speed == 1 && last.control.player?.pitchCents == 0 && output.last?.control.player?.pitchCents == 0)
    let values = pitch(gliding)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 }, "\(values)")
    // The glide is linear in time at every frame rate. At half of its time half of the way is done.
    for frame in gliding {
      let share = Float(min((frame.control.time - home.time) / 0.5, 1))
      #expect(abs((frame.control.player?.speed ?? 0) - (1.5 - 0.5 * share)) < 1e-4)
    }
  }

  @Test func `a fist that has done it must open before it can do it again`() {
    var engine = GestureEngine()
    _ = played(&engine)
    var output = StemPlay.play(&engine, 2.5, 6) { _ in [fist] }
    engine.set(pitchCents: 250)
    output += StemPlay.play(&engine, 6, 10) { _ in [fist] }
    #expect(homes(output).count == 1 && pitch(output).last == 250)
    output = StemPlay.play(&engine, 10, 14) { [$0 < 10.5 ? StemPlay.hand(.right, .open, rise: 1) : fist] }
    #expect(homes(output).count == 1 && pitch(output).last == 0)
  }

  @Test func `the fist of a hand that has held nothing, or was gone since, means nothing`() {
    var engine = GestureEngine()
    engine.set(pitchCents: 400)
    #expect(homes(StemPlay.play(&engine, 0, 4) { _ in [fist] }).isEmpty)
    // The other hand played.
    var other = GestureEngine()
    _ = played(&other)
    #expect(homes(StemPlay.play(&other, 2.5, 6) { _ in [StemPlay.hand(.left, .fist)] }).isEmpty)
    var gone = GestureEngine()
    _ = played(&gone)
    #expect(homes(StemPlay.play(&gone, 2.5, 7) { $0 < 3.5 ? [] : [fist] }).isEmpty)
  }

  @Test func `a fist that moves, is tilted or lasts too short a time means nothing`() {
    let wrong: [(Double) -> [Hand]] = [
      { [StemPlay.hand(.right, .fist, rise: 1 - Float($0 - 2.5) * 0.5)] },
      { _ in [StemPlay.hand(.right, .fist, rise: 1, roll: 75)] },
      { [$0.truncatingRemainder(dividingBy: 2) < 1.3 ? fist : StemPlay.hand(.right, .open, rise: 1)] },
    ]
    for (index, hands) in wrong.enumerated() {
      var engine = GestureEngine()
      _ = played(&engine)
      #expect(homes(StemPlay.play(&engine, 2.5, 7, hands)).isEmpty, "case \(index)")
    }
  }

  @Test func `two fists mean the null mode, and the one that stays means nothing`() {
    var engine = GestureEngine()
    let before = pitch(played(&engine)).last
    let output = StemPlay.play(&engine, 2.5, 8) { [fist] + ($0 < 5 ? [StemPlay.hand(.left, .fist)] : []) }
    #expect(homes(output).isEmpty && engine.areHandsOff && pitch(output).last == before)
  }

  /// The right hand rests as a fist while the left one plays.
  @Test func `a hand at rest beside one that holds a value means nothing`() {
    var engine = GestureEngine()
    _ = played(&engine)
    let output = StemPlay.play(&engine, 2.5, 8) { time in
      let left = StemPlay.hand(.left, .pinching(aperture: 0.05), rise: Float(max(time - 3.5, 0)) * 0.2)
      return [fist, time < 3.2 ? left.withThumbAway(aspect: StemPlay.aspect) : left]
    }
    #expect(output.engaged == [.speed] && homes(output).isEmpty)
  }

  @Test func `in mode stems a hand at rest beside fingers that are counted means nothing`() {
    var engine = StemPlay.engine()
    engine.introduce([StemPlay.hand(.left, .fist), StemPlay.hand(.right, .open)])
    let output = StemPlay.play(&engine, 0, 4) { t in
      let right = StemPlay.hand(.right, t < 1.3 ? .open : .fist, rise: -Float(min(t, 1)))
      let left = StemPlay.hand(.left, (1.4..<3.1).contains(t) ? .two : .fist, rise: t < 3.1 ? 0 : Float(t - 3.1))
      return [left, right]
    }
    #expect(output.engaged == [.level] && output.asks.map(\.event) == [.channelSelected(1)])
    #expect(homes(output).isEmpty && (output.last?.stems.volumes[0] ?? 1) < 0.7)
  }

  @Test func `a fist that is bound to a command means that alone`() {
    var settings = GestureSettings()
    settings.bindings[.player] = [.fist: .togglePlay]
    var engine = GestureEngine(settings)
    let before = pitch(played(&engine)).last
    let output = StemPlay.play(&engine, 2.5, 6) { _ in [fist] }
    #expect(output.flatMap(\.commands) == [.togglePlay] && homes(output).isEmpty && pitch(output).last == before)
  }

  // MARK: - Requested from elsewhere

  @Test func `a value set meanwhile stays, and the rest goes on`() {
    var engine = GestureEngine()
    engine.set(speed: 0.5, pitchCents: -400)
    engine.goHome()
    StemPlay.play(&engine, 0, 0.2) { _ in [] }
    engine.set(speed: 1.75)
    let after = StemPlay.play(&engine, 0.2, 1) { _ in [] }
    #expect(after.last?.control.player?.speed == 1.75 && pitch(after).last == 0)
  }

  @Test func `it needs no hands, and works while they mean nothing`() {
    var engine = GestureEngine()
    engine.set(speed: 2, pitchCents: 600, volume: 0.3)
    engine.set(handsOff: true)
    engine.goHome()
    let output = StemPlay.play(&engine, 0, 1) { _ in [] }
    #expect(output[0].control.player?.speed == 2 && output[0].control.glides)
    #expect(engine.areHandsOff && output.last?.control.player == PlayerControl(speed: 1, pitchCents: 0, volume: 0.3))
    #expect(output.last?.control.glides == false && output.flatMap(\.events).allSatisfy { $0 == .handsAbsent })
  }

  @Test func `of stems the selected one goes home, and its loop ends`() {
    var engine = StemPlay.engine(selected: 1)
    engine.set(stem: 1, volume: 0.2, pitchCents: 150)
    engine.set(stem: 2, volume: 0.1, pitchCents: -50)
    engine.goHome()
    let output = StemPlay.play(&engine, 0, 1) { _ in [] }
    #expect(output.asks.map(\.event) == [.loopAsked(channel: 1, start: 0, end: 4)])
    #expect(output.last?.stems.volumes == SIMD4(0.8, 0.8, 0.1, 0.8) && output.last?.stems.pitchCents == SIMD4(0, 0, -50, 0))
    var none = StemPlay.engine(selected: nil)
    none.set(stem: 0, volume: 0.2)
    none.goHome()
    let nothing = StemPlay.play(&none, 0, 1) { _ in [] }
    #expect(nothing.asks.isEmpty && nothing.allSatisfy { !$0.control.glides } && nothing.last?.stems.volumes[0] == 0.2)
  }

  @Test func `of a stream the pitch goes home, of the instrument nothing`() {
    var engine = GestureEngine(mode: .stream)
    engine.set(streamVolume: 0.4, streamPitchCents: 700)
    engine.goHome()
    let output = StemPlay.play(&engine, 0, 1) { _ in [] }
    #expect(output.last?.control.stream == StreamControl(volume: 0.4, pitchCents: 0))
    var instrument = GestureEngine(mode: .instrument)
    instrument.goHome()
    #expect(StemPlay.play(&instrument, 0, 1) { _ in [] }.allSatisfy { !$0.control.glides })
  }

  /// Another mode begins at half of the glide. Each mode keeps its last value.
  @Test func `another mode ends the way`() {
    var engine = GestureEngine()
    engine.set(pitchCents: 600)
    engine.goHome()
    let before = StemPlay.play(&engine, 0, 0.3) { _ in [] }
    engine.change(mode: .stems)
    StemPlay.play(&engine, 0.3, 1) { _ in [] }
    engine.change(mode: .player)
    let after = StemPlay.play(&engine, 1, 1.5) { _ in [] }
    #expect(abs(pitch(before).last! - 280) < 10 && pitch(after).allSatisfy { $0 == pitch(before).last })
  }
}
