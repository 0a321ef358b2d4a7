import Foundation
import Gestures
import Hands
import Performer
import Testing

/// Every script of stems mode does what it asks for: at every frame rate, with exact landmarks and with ones that shake.
@Suite struct StemScriptTests {
  private static let scripts = StemScripts.all.map(\.name)
  private static let rates = [10.0, 15, 30, 60]
  private static let noises: [(amount: Float, seed: UInt64)] = [(0, 0), (0.01, 1), (0.01, 2)]

  /// What the box is asked for when it does just what the script says. The filters and the dwell of a finger add up to 0.2 s.
  private func wanted(_ ask: ScriptedAsk) -> [GestureEvent] {
    switch ask.ask {
    case .select(let channel): [.channelSelected(channel)]
    case .loop(let channel, let start, let end): [.loopAsked(channel: channel, start: start, end: end)]
    case .mute(let channel): [.muteAsked(channel: channel)]
    case .solo(let channel): [.muteAsked(channel: channel), .soloAsked(channel: channel)]
    case .lift, .roll: []
    }
  }

  private func play(_ script: Choreography, _ rate: Double, _ noise: (amount: Float, seed: UInt64)) -> [GestureEngine.Output] {
    var engine = GestureEngine(mode: .stems)
    return StemPlay.play(StemPlay.frames(script, rate: rate, noise: noise.amount, seed: noise.seed), &engine)
  }

  @Test(arguments: scripts, rates) func whatIsAskedForComesInItsTime(name: String, rate: Double) throws {
    let script = try #require(Scripts.named(name))
    for noise in Self.noises {
      let got = play(script, rate, noise).asks
      let asks = StemScripts.asks(in: name).flatMap { ask in wanted(ask).map { (ask, $0) } }
      #expect(got.map(\.event) == asks.map(\.1), "\(noise)")
      for (answer, (ask, _)) in zip(got, asks) {
        #expect(answer.time > ask.from && answer.time < ask.to + 0.1, "\(answer) of \(ask), \(noise)")
      }
    }
  }

  @Test(arguments: scripts, rates) func volumeAndPitchGoAsFarAsTheHand(name: String, rate: Double) throws {
    let script = try #require(Scripts.named(name))
    for noise in Self.noises {
      let output = play(script, rate, noise)
      func values(at time: Double) -> StemsControl { output.last { $0.control.time <= time }?.stems ?? StemsControl() }
      // A hand that only trembles between its moves changes nothing: all that is not asked for stays.
      var expected = StemsControl()
      for ask in StemScripts.asks(in: name) {
        // The moves are followed by a rest of 0.8 s.
        let (before, after) = (values(at: ask.from), values(at: ask.to + 0.7))
        switch ask.ask {
        case .lift(let channel, let sizes):
          let way = (abs(sizes) * 0.5 - LevelAndRoll.takesFrom) * (sizes < 0 ? -1 : 1)
          let end = min(max(before.volumes[channel] + way, 0), 1)
          #expect(abs(after.volumes[channel] - end) < 0.025, "\(after.volumes[channel]) instead of \(end), \(ask), \(noise)")
          expected.volumes[channel] = after.volumes[channel]
        case .roll(let channel, let degrees):
          let way = (abs(degrees) * 5 - LevelAndRoll.takesFrom * 400) * (degrees < 0 ? -1 : 1)
          let end = min(max(before.pitchCents[channel] + way, -200), 200)
          #expect(abs(after.pitchCents[channel] - end) < 8, "\(after.pitchCents[channel]) instead of \(end), \(ask), \(noise)")
          expected.pitchCents[channel] = after.pitchCents[channel]
        default:
          #expect(after.grip == nil || after.selected != before.selected)
        }
      }
      let last = try #require(output.last?.stems)
      for channel in 0..<4 {
        #expect(abs(last.volumes[channel] - expected.volumes[channel]) < 0.02, "channel \(channel), \(noise)")
        #expect(abs(last.pitchCents[channel] - expected.pitchCents[channel]) < 5, "channel \(channel), \(noise)")
      }
    }
  }

  /// Frames are given with their times, and nothing else is looked at: no clock, no order of a dictionary.
  @Test func theSameSessionGivesTheSameResult() throws {
    let frames = StemPlay.frames(try #require(Scripts.named("stemsdemo")), rate: 30, noise: 0.01, seed: 4)
    var (one, other) = (GestureEngine(mode: .stems), GestureEngine(mode: .stems))
    for (a, b) in zip(StemPlay.play(frames, &one), StemPlay.play(frames, &other)) {
      #expect(a.control == b.control && a.events == b.events && a.commands == b.commands)
    }
  }

  /// The table of `make demo MODE=stems` has one line for each of these.
  @Test func theDemoIsAMinuteAndDoesEverything() throws {
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
