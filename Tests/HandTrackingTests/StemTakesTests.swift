import Camera
import Gestures
import HandTracking
import SyntheticHands
import Perception
import TestSupport
import Testing

/// Tests of the scripts of stems mode on the real models. The requests are the script's, at its times.
@Suite(.serialized) struct StemTakesTests {
  private func play(_ name: String, _ size: ModelSize) throws -> (events: [(time: Double, event: GestureEvent)], end: StemsControl) {
    let script = try #require(Scripts.named(name))
    let hands = try RecordedHands.frames(name, size) { VirtualPerformer(script, live: false, seconds: script.duration) }
    var gestures = GestureEngine(noise: size.noise, mode: .stems)
    var events: [(time: Double, event: GestureEvent)] = []
    var end = StemsControl()
    for frame in hands {
      let output = gestures.process(frame)
      end = output.control.stems ?? end
      events += output.events.map { (output.control.time, $0) }
    }
    return (events, end)
  }

  /// `make test` leaves out the timeline. `StemsDemoTests` play it with the same model, through the whole box.
  @Test(
    arguments: Ring.cases(["stemselect", "stemmute"], of: ["stemselect", "stemtimeline", "stemmute"]),
    Ring.cases([ModelSize.int8], of: [.float, .int8]))
  func `the requests are those of the script`(name: String, size: ModelSize) throws {
    let got = try play(name, size).events.filter {
      switch $0.event {
      case .channelSelected, .loopAsked, .muteAsked, .soloAsked: true
      default: false
      }
    }
    let wanted = StemScripts.asks(in: name).flatMap { ask -> [(ask: ScriptedStemAction, event: GestureEvent)] in
      switch ask.ask {
      case .select(let channel): [(ask, .channelSelected(channel))]
      case .loop(let channel, let start, let end): [(ask, .loopAsked(channel: channel, start: start, end: end))]
      case .mute(let channel): [(ask, .muteAsked(channel: channel))]
      case .solo(let channel): [(ask, .muteAsked(channel: channel)), (ask, .soloAsked(channel: channel))]
      case .lift, .roll: []
      }
    }
    print("\(name), \(size): \(got)")
    #expect(got.map(\.event) == wanted.map(\.event))
    for (answer, wanted) in zip(got, wanted) {
      #expect(answer.time > wanted.ask.from && answer.time < wanted.ask.to + 0.2, "\(answer) of \(wanted.ask)")
    }
  }

  /// One of the two values moves through its range. The other stays within 2 % of the volume and 5 cents.
  @Test(
    arguments: Ring.cases(["stemlevel"], of: ["stemlevel", "stemroll", "stemratchet"]), Ring.cases([ModelSize.int8], of: [.float, .int8]))
  func `one of the two moves`(name: String, size: ModelSize) throws {
    let (events, end) = try play(name, size)
    let channel = try #require(end.selected)
    let (volume, cents) = (end.volumes[channel], end.pitchCents[channel])
    print("\(name), \(size): volume \(volume), \(cents) cents")
    let engaged = events.compactMap { if case .controlEngaged(let control) = $0.event { control } else { nil } }
    switch name {
    case "stemroll":
      #expect(engaged.allSatisfy { $0 == .roll } && engaged.count >= 3 && abs(volume - 0.8) <= 0.02)
      // The pitch reaches both ends and then returns to its start.
      #expect(abs(cents) < 40)
    case "stemlevel": #expect(engaged == [.level, .level] && abs(cents) <= 5 && abs(volume - 0.9) < 0.08)
    default: #expect(engaged == [.level, .level] && abs(cents) <= 5 && abs(volume - 0.18) < 0.08)
    }
  }
}
