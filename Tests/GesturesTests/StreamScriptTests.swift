import Gestures
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests that each script of stream mode gets its requests. There must be nothing else. They use every frame rate,
/// with exact and with noisy landmarks.
@Suite struct StreamScriptTests {
  private static let scripts = StreamScripts.all.map(\.name)
  private static let rates = Ring.cases([10.0, 30], of: [10, 15, 30, 60])
  private static let noises: [(amount: Float, seed: UInt64)] = [(0, 0), (0.01, 1)]

  @Test(arguments: scripts, rates) func `a script gets what it asks for`(name: String, rate: Double) throws {
    let script = try #require(Scripts.named(name))
    let asks = StreamScripts.asks(in: name)
    #expect(!asks.isEmpty)
    for noise in Self.noises {
      var engine = GestureEngine(mode: .stream)
      let output = StemPlay.play(StemPlay.frames(script, rate: rate, noise: noise.amount, seed: noise.seed), &engine)
      valuesGoAsFarAsTheHand(output, asks, "\(noise)")
      commandsComeInTheirTime(output, asks, "\(noise)")
      speedIsAskedForOnceAPinch(output, asks, "\(noise)")
      presenceFollowsTheHands(output, asks, "\(noise)")
    }
  }

  /// Checks that each move changes its value by its way. The part before it engages is lost. Between the moves
  /// nothing changes, though hands come, leave, pinch or show a sign.
  private func valuesGoAsFarAsTheHand(_ output: [GestureEngine.Output], _ asks: [ScriptedStreamAction], _ context: String) {
    func values(at time: Double) -> StreamControl { output.last { $0.control.time <= time }?.stream ?? StreamControl() }
    var expected = StreamControl()
    for ask in asks {
      let (before, after) = (values(at: ask.from), values(at: ask.to))
      #expect(abs(before.volume - expected.volume) < 0.03, "\(before.volume) before \(ask), \(context)")
      #expect(abs(before.pitchCents - expected.pitchCents) < 20, "\(before.pitchCents) before \(ask), \(context)")
      expected = before
      switch ask.ask {
      case .lift(let sizes):
        let way = abs(sizes) * 0.5 - LevelAndRoll.levelTakesFrom
        expected.volume = min(max(before.volume + (sizes < 0 ? -way : way), 0), 1)
        #expect(abs(after.volume - expected.volume) < 0.04, "\(after.volume) instead of \(expected.volume), \(ask), \(context)")
      case .times(let ratio):
        expected.volume = min(before.volume * ratio, 1)
        #expect(abs(after.volume - expected.volume) < 0.04, "\(after.volume) instead of \(expected.volume), \(ask), \(context)")
      case .pitch(let sizes):
        // A fader engages the pinch at 0.15 hand sizes and begins there.
        expected.pitchCents = before.pitchCents + 600 * sizes
        #expect(abs(after.pitchCents - expected.pitchCents) < 130, "\(after.pitchCents) instead of \(expected.pitchCents), \(context)")
      case .back, .away, .next, .speed: break
      }
      (expected.volume, expected.pitchCents) = (after.volume, after.pitchCents)
    }
    let last = output.last?.stream ?? StreamControl()
    #expect(abs(last.volume - expected.volume) < 0.03 && abs(last.pitchCents - expected.pitchCents) < 20, "\(last) at the end, \(context)")
    #expect(!last.volumeHeld && last.pitchGrip == nil && !last.asksForSpeed, "\(last) at the end, \(context)")
  }

  private func commandsComeInTheirTime(_ output: [GestureEngine.Output], _ asks: [ScriptedStreamAction], _ context: String) {
    let wanted = asks.filter { $0.ask == .next }
    let got = output.flatMap { o in o.commands.map { (time: o.control.time, command: $0) } }
    #expect(got.count == wanted.count && got.allSatisfy { $0.command == .nextTrack }, "\(got), \(context)")
    for (answer, ask) in zip(got, wanted) {
      #expect(answer.time > ask.from && answer.time < ask.to + 0.1, "\(answer) of \(ask), \(context)")
    }
  }

  private func speedIsAskedForOnceAPinch(_ output: [GestureEngine.Output], _ asks: [ScriptedStreamAction], _ context: String) {
    var begins: [Double] = []
    for (a, b) in zip(output, output.dropFirst()) where !a.stream.asksForSpeed && b.stream.asksForSpeed { begins.append(b.control.time) }
    let wanted = asks.filter { $0.ask == .speed }
    #expect(begins.count == wanted.count, "\(begins), \(context)")
    for (time, ask) in zip(begins, wanted) { #expect(time > ask.from && time < ask.to, "\(time) of \(ask), \(context)") }
  }

  private func presenceFollowsTheHands(_ output: [GestureEngine.Output], _ asks: [ScriptedStreamAction], _ context: String) {
    let wanted = asks.filter { $0.ask == .back || $0.ask == .away }
    let got = output.flatMap { o in
      o.events.compactMap { event -> (time: Double, ask: ScriptedStreamAction.Ask)? in
        switch event {
        case .handsPresent: (o.control.time, .back)
        case .handsAbsent: (o.control.time, .away)
        default: nil
        }
      }
    }
    #expect(got.map(\.ask) == wanted.map(\.ask), "\(got), \(context)")
    for (answer, ask) in zip(got, wanted) {
      #expect(answer.time > ask.from && answer.time < ask.to + 0.1, "\(answer) of \(ask), \(context)")
    }
  }

  /// The result depends only on the frames and their times. It depends on neither a clock nor the order of a
  /// dictionary.
  @Test func `the same session gives the same result`() throws {
    let frames = StemPlay.frames(try #require(Scripts.named("stream")), rate: 30, noise: 0.01, seed: 4)
    var (one, other) = (GestureEngine(mode: .stream), GestureEngine(mode: .stream))
    let (first, second) = (StemPlay.play(frames, &one), StemPlay.play(frames, &other))
    #expect(first.count == frames.count && first.contains { !$0.commands.isEmpty })
    for (a, b) in zip(first, second) { #expect(a.control == b.control && a.events == b.events && a.commands == b.commands) }
  }

  /// Checks the content of `make demo MODE=stream`.
  @Test func `the demo does everything`() {
    let asks = StreamScripts.asks(in: "stream").map(\.ask)
    #expect(asks.filter { $0 == .back }.count == 2 && asks.filter { $0 == .away }.count == 2)
    #expect(asks.contains(.next) && asks.contains(.speed))
    #expect(asks.contains { if case .lift(let sizes) = $0 { sizes < 0 } else { false } })
    #expect(asks.contains { if case .times(let ratio) = $0 { ratio > 1 } else { false } })
  }
}

extension GestureEngine.Output {
  var stream: StreamControl { control.stream ?? StreamControl(volume: .nan) }
}
