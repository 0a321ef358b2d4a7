import Foundation
import GestureFlowAPI
import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of missing frames while a hand moves, and of slow cameras.
@Suite struct GapTests {
  private static let stalls = [0.15, 0.5, 0.9]
  private static let closed = HandPose.pinching(aperture: 0.05)

  /// Plays thirty frames per second with a stall at 2 s.
  private func play(
    _ engine: inout GestureEngine, stall: Double, until end: Double = 4, _ hands: (Double) -> [Hand]
  ) -> [GestureEngine.Output] {
    engine.introduce(hands(0))
    return (0..<Int(end * 30)).compactMap { i in
      let time = Double(i) / 30
      // The frame at 2 s is the last one before the stall.
      guard time <= 2 + 1e-6 || time > 2 + stall + 1e-6 else { return nil }
      return engine.process(HandFrame(index: i, time: time, aspect: StemPlay.aspect, hands: hands(time)))
    }
  }

  /// Returns the largest step between two outputs. `usual` is the largest one before the stall.
  private func steps(_ output: [GestureEngine.Output], _ value: (GestureEngine.Output) -> Float) -> (largest: Float, usual: Float) {
    let steps = zip(output, output.dropFirst()).map { (time: $1.control.time, step: abs(value($1) - value($0))) }
    return (steps.map(\.step).max() ?? 0, steps.filter { $0.time <= 2 }.map(\.step).max() ?? 0)
  }

  @Test(arguments: stalls, [Float(0.5), 1, 2]) func `a fader makes no step over a stall`(stall: Double, speed: Float) {
    for sign in [Float(1), -1] {
      var engine = GestureEngine()
      // The hand moves from 1.2 s to 2.6 s. It is seen again before or after that end.
      let output = play(&engine, stall: stall) { time in
        [StemPlay.hand(.right, Self.closed, rise: sign * speed * Float(min(max(time - 1.2, 0), 1.4) - 0.6))]
      }
      let (largest, usual) = steps(output) { $0.control.player?.pitchCents ?? .nan }
      #expect(output.engaged.first == .pitch && usual > 5)
      #expect(largest <= usual * 1.2, "\(largest) cents, \(usual) before, up \(sign > 0)")
    }
  }

  @Test(arguments: stalls) func `a spread makes no step over a stall`(stall: Double) {
    var engine = GestureEngine()
    let output = play(&engine, stall: stall) { time in
      [StemPlay.hand(.right, .pinching(aperture: 0.05 + 0.25 * Float(min(max(time - 1, 0), 2))))]
    }
    let (largest, usual) = steps(output) { $0.control.player?.pitchCents ?? .nan }
    #expect(usual > 10 && largest <= usual * 1.2, "\(largest) cents, \(usual) before")
  }

  @Test(arguments: stalls, [Mode.stems, .stream]) func `a level makes no step over a stall`(
    stall: Double, mode: Mode
  ) {
    for speed in [Float(0.4), 0.9] {
      var engine = GestureEngine(mode: mode)
      engine.select(stem: 0)
      let output = play(&engine, stall: stall) { time in
        [StemPlay.hand(.right, .open, rise: 0.4 - speed * Float(min(max(time - 1.2, 0), 1.6)))]
      }
      let (largest, usual) = steps(output) { $0.control.stems?.volumes[0] ?? $0.stream.volume }
      #expect(output.engaged.first != nil && usual > 0.004 && largest <= usual * 1.2, "\(largest), \(usual) before, speed \(speed)")
    }
  }

  @Test(arguments: stalls) func `the volume of two hands makes no step over a stall`(stall: Double) {
    var engine = GestureEngine()
    engine.introduce([StemPlay.hand(.left, .fist), StemPlay.hand(.right, .fist)], until: -0.7)
    // The hands move until the end. At rest they would engage again.
    let output = play(&engine, stall: stall, until: 3) { time in
      let way = 0.1 * Float(min(max(time - 1.5, 0), 1.6))
      return [StemPlay.hand(.left, .open, x: 0.92 - way), StemPlay.hand(.right, .open, x: 0.42 + way)]
    }
    let (largest, usual) = steps(output) { $0.control.player?.volume ?? .nan }
    #expect(usual > 0.005 && largest <= usual * 1.2, "\(largest), \(usual) before")
  }

  /// Two missing frames are not a stall. The hand's path continues, and the value with it.
  @Test func `a short pause is not a gap`() {
    func end(_ stall: Double) -> Float {
      var engine = GestureEngine()
      let output = play(&engine, stall: stall) { [StemPlay.hand(.right, Self.closed, rise: Float(min(max($0 - 1.6, 0), 1.6)))] }
      return Played.pitch(output).last ?? .nan
    }
    #expect(end(0) > 700 && abs(end(0.08) - end(0)) < 15)
  }

  /// The wrist shakes by two hundredths of a hand. It does so from frame to frame. A filter that restarted with each
  /// frame would pass all of it.
  @Test(arguments: [3.0, 5, 10]) func `a slow camera's frames do not reset the filters`(rate: Double) throws {
    func shake(_ filter: FilterKind) throws -> Float {
      var settings = GestureSettings()
      settings.filter = filter
      settings.pitchDetentCents = 0
      var engine = GestureEngine(settings)
      engine.introduce([StemPlay.hand(.right, Self.closed)], rate: rate)
      let output = StemPlay.play(&engine, 0, 12, rate: rate) { time in
        let off: Float = Int((time * rate).rounded()) % 2 == 0 ? 0.02 : -0.02
        return [StemPlay.hand(.right, Self.closed, rise: 0.8 * Float(min(max(time - 2, 0), 1)) + (time > 2 ? off : 0))]
      }
      let rest = Played.pitch(output.filter { $0.control.time > 7 })
      #expect(output.last?.control.player?.pitchGrip == .fader)
      return try #require(rest.max()) - (try #require(rest.min()))
    }
    let (plain, smooth) = (try shake(.none), try shake(.oneEuro))
    #expect(plain > 20 && smooth < 0.85 * plain, "\(smooth) of \(plain) cents")
  }

  /// No frame is missing, and the fader moves its whole way.
  @Test(arguments: [2.0, 5, 10]) func `a slow camera's fader goes its whole way`(rate: Double) {
    func end(_ rate: Double) -> Float {
      var engine = GestureEngine()
      engine.introduce([StemPlay.hand(.right, Self.closed)], rate: rate)
      let output = StemPlay.play(&engine, 0, 8, rate: rate) {
        [StemPlay.hand(.right, Self.closed, rise: Float(min(max($0 - 3, 0), 3)) / 2)]
      }
      return Played.pitch(output).last ?? .nan
    }
    #expect(end(30) > 600 && abs(end(rate) - end(30)) < 40, "\(end(rate)) instead of \(end(30))")
  }
}
