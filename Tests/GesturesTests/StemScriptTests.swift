import Foundation
import Gestures
import Hands
import SyntheticHands
import TestSupport
import Testing

/// Tests that each script of stems mode gets its requests. They use every frame rate, with exact and with noisy
/// landmarks.
@Suite struct StemScriptTests {
  private static let scripts = StemScripts.all.map(\.name)
  private static let rates = Ring.cases([10.0, 30], of: [10, 15, 30, 60])
  private static let noises: [(amount: Float, seed: UInt64)] = [(0, 0), (0.01, 1)]

  @Test(arguments: scripts, rates) func `a script gets what it asks for`(name: String, rate: Double) throws {
    let script = try #require(Scripts.named(name))
    let asks = StemScripts.asks(in: name)
    for noise in Self.noises {
      var engine = GestureEngine(mode: .stems)
      let output = StemPlay.play(StemPlay.frames(script, rate: rate, noise: noise.amount, seed: noise.seed), &engine)
      comesInItsTime(output, asks, "\(noise)")
      goesAsFarAsTheHand(output, asks, "\(noise)")
    }
  }

  /// Checks the requests and their times. No other request may come. Each comes before the hands have finished the
  /// move.
  private func comesInItsTime(_ output: [GestureEngine.Output], _ asks: [ScriptedStemAction], _ context: String) {
    let wanted = asks.flatMap { ask in Self.events(ask).map { (ask: ask, event: $0) } }
    let got = output.asks
    #expect(got.map(\.event) == wanted.map(\.event), "\(context)")
    for (answer, wanted) in zip(got, wanted) {
      #expect(answer.time > wanted.ask.from && answer.time < wanted.ask.to + 0.1, "\(answer) of \(wanted.ask), \(context)")
    }
  }

  private static func events(_ ask: ScriptedStemAction) -> [GestureEvent] {
    switch ask.ask {
    case .select(let channel): [.channelSelected(channel)]
    case .loop(let channel, let start, let end): [.loopAsked(channel: channel, start: start, end: end)]
    case .mute(let channel): [.muteAsked(channel: channel)]
    case .solo(let channel): [.muteAsked(channel: channel), .soloAsked(channel: channel)]
    case .lift, .roll: []
    }
  }

  /// Checks that each move changes its value by its way. The part before it engages is lost. Other values stay.
  private func goesAsFarAsTheHand(_ output: [GestureEngine.Output], _ asks: [ScriptedStemAction], _ context: String) {
    func values(at time: Double) -> StemsControl { output.last { $0.control.time <= time }?.stems ?? StemsControl() }
    var expected = StemsControl()
    for ask in asks {
      // A rest of 0.8 s follows each move.
      let (before, after) = (values(at: ask.from), values(at: ask.to + 0.7))
      switch ask.ask {
      case .lift(let channel, let sizes):
        let way = abs(sizes) * 0.5 - LevelAndRoll.levelTakesFrom
        let end = min(max(before.volumes[channel] + (sizes < 0 ? -way : way), 0), 1)
        #expect(abs(after.volumes[channel] - end) < 0.04, "\(after.volumes[channel]) instead of \(end), \(ask), \(context)")
        expected.volumes[channel] = after.volumes[channel]
      case .roll(let channel, let degrees):
        let way = abs(degrees) * 5 - LevelAndRoll.rollTakesFrom * 400
        let end = min(max(before.pitchCents[channel] + (degrees < 0 ? -way : way), -200), 200)
        #expect(abs(after.pitchCents[channel] - end) < 10, "\(after.pitchCents[channel]) instead of \(end), \(ask), \(context)")
        expected.pitchCents[channel] = after.pitchCents[channel]
      default: break
      }
    }
    let last = output.last?.stems ?? StemsControl()
    for channel in 0..<4 {
      #expect(abs(last.volumes[channel] - expected.volumes[channel]) < 0.02, "channel \(channel), \(context)")
      #expect(abs(last.pitchCents[channel] - expected.pitchCents[channel]) < 5, "channel \(channel), \(context)")
    }
  }

  /// The result depends only on the frames and their times. It depends on neither a clock nor the order of a
  /// dictionary.
  @Test func `the same session gives the same result`() throws {
    let frames = StemPlay.frames(try #require(Scripts.named("stemsdemo")), rate: 30, noise: 0.01, seed: 4)
    var (one, other) = (GestureEngine(mode: .stems), GestureEngine(mode: .stems))
    let (first, second) = (StemPlay.play(frames, &one), StemPlay.play(frames, &other))
    #expect(first.count == frames.count && second.count == frames.count && !first.asks.isEmpty)
    for (a, b) in zip(first, second) {
      #expect(a.control == b.control && a.events == b.events && a.commands == b.commands)
    }
  }

  /// The table of `make demo MODE=stems` has one line for each request.
  @Test func `the demo is a minute and does everything`() throws {
    let demo = try #require(Scripts.named("stemsdemo"))
    #expect((55...65).contains(demo.duration))
    let asks = StemScripts.asks(in: "stemsdemo").map(\.ask)
    #expect(Set(asks.compactMap { if case .select(let channel) = $0 { channel } else { nil } }) == [0, 1, 2, 3])
    #expect(asks.contains { if case .lift = $0 { true } else { false } } && asks.contains { if case .roll = $0 { true } else { false } })
    #expect(
      asks.contains { if case .loop = $0 { true } else { false } } && asks.contains(.mute(channel: 1)) && asks.contains(.solo(channel: 2)))
    for ask in StemScripts.asks(in: "stemsdemo") { #expect(ask.from < ask.to && ask.to < demo.duration) }
  }
}
