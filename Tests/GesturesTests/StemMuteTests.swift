import Gestures
import Hands
import SyntheticHands
import Testing

/// Tests of the thumb up. It mutes the selected channel, and two in a row solo it.
@Suite struct StemMuteTests {
  private static let rates = [10.0, 15, 30, 60]
  private let up = StemPlay.hand(.right, .thumbsUp)
  private let down = StemPlay.hand(.right, .fist)

  @Test(arguments: rates) func `a held thumb mutes once`(rate: Double) throws {
    var engine = StemPlay.engine(selected: 1)
    engine.introduce([down], rate: rate)
    let output = StemPlay.play(&engine, 0, 4, rate: rate) { _ in [up] }
    #expect(output.asks.map(\.event) == [.muteAsked(channel: 1)] && output.allSatisfy { $0.commands.isEmpty })
    let first = try #require(output.asks.first)
    #expect(first.time >= 0.8 - 1e-6 && first.time <= 0.8 + 2 / rate)
    #expect(output.flatMap(\.events).contains(.gestureHeld(hand: 2, .right, .thumbsUp)))
    #expect(output.contains { $0.holdProgress > 0.3 && $0.holdProgress < 1 })
  }

  @Test(arguments: rates) func `two in a row take the mute back and solo`(rate: Double) {
    var engine = StemPlay.engine(selected: 1)
    engine.introduce([down], rate: rate)
    let output = StemPlay.play(&engine, 0, 3, rate: rate) { [$0 < 1.1 || (1.5..<2.6).contains($0) ? up : down] }
    #expect(output.asks.map(\.event) == [.muteAsked(channel: 1), .muteAsked(channel: 1), .soloAsked(channel: 1)])
  }

  @Test func `later than two seconds is another mute`() {
    var engine = StemPlay.engine(selected: 1)
    engine.introduce([down])
    let output = StemPlay.play(&engine, 0, 5) { [$0 < 1.1 || (2.6..<4).contains($0) ? up : down] }
    #expect(output.asks.map(\.event) == [.muteAsked(channel: 1), .muteAsked(channel: 1)])
  }

  @Test func `of three in a row the third mutes`() {
    var mute = ThumbsMute()
    let asked = [1, 2.2, 3.4].map { mute.held(3, for: 0.8, at: $0) }
    #expect(asked == [[.muteAsked(channel: 3)], [.muteAsked(channel: 3), .soloAsked(channel: 3)], [.muteAsked(channel: 3)]])
  }

  @Test func `two thumbs at once are one`() {
    var engine = StemPlay.engine(selected: 1)
    engine.introduce([down, StemPlay.hand(.left, .fist)])
    let output = StemPlay.play(&engine, 0, 3) { [up, StemPlay.hand(.left, $0 < 0.4 ? .fist : .thumbsUp)] }
    #expect(output.asks.map(\.event) == [.muteAsked(channel: 1)])
  }

  @Test func `a thumb for another channel does not solo`() {
    var mute = ThumbsMute()
    #expect(mute.held(0, for: 0.8, at: 1) == [.muteAsked(channel: 0)])
    #expect(mute.held(1, for: 0.8, at: 2) == [.muteAsked(channel: 1)])
    #expect(mute.held(1, for: 0.8, at: 3) == [.muteAsked(channel: 1), .soloAsked(channel: 1)])
  }

  @Test func `without a channel nothing is muted`() {
    var engine = StemPlay.engine(selected: nil)
    engine.introduce([down])
    let output = StemPlay.play(&engine, 0, 2) { _ in [up] }
    #expect(output.asks.isEmpty && output.allSatisfy { $0.commands.isEmpty })
  }

  /// The table of one mode means nothing in the other. The box receives the commands that are not the mode's own.
  @Test func `the table is by mode`() {
    var settings = GestureSettings()
    settings.bindings = [.player: [.thumbsUp: .togglePlay], .stems: [.thumbsUp: .nextTrack, .fist: .muteChannel]]
    var player = GestureEngine(settings)
    player.introduce([down])
    #expect(StemPlay.play(&player, 0, 2) { _ in [up] }.flatMap(\.commands) == [.togglePlay])
    var stems = GestureEngine(settings, mode: .stems)
    stems.select(stem: 0)
    stems.introduce([down])
    #expect(StemPlay.play(&stems, 0, 2) { _ in [up] }.flatMap(\.commands) == [.nextTrack])
    #expect(StemPlay.play(&stems, 2, 4) { _ in [down] }.asks.map(\.event) == [.muteAsked(channel: 0)])
  }

  /// The other hand moves the volume. A pose has no meaning until that hand rests.
  @Test func `while a hand holds something no thumb mutes`() {
    var engine = StemPlay.engine()
    let left = StemPlay.hand(.left, .thumbsUp)
    engine.introduce([StemPlay.hand(.left, .fist), StemPlay.hand(.right, .open, rise: 0.5)])
    let moving = StemPlay.play(&engine, 0, 4) {
      [left, StemPlay.hand(.right, .open, rise: $0 < 3 ? Float(abs($0.truncatingRemainder(dividingBy: 1) - 0.5)) : 0.5)]
    }
    #expect(!moving.prefix(90).contains { $0.stems.grip == nil && $0.control.time > 0.5 })
    #expect(moving.prefix(90).allSatisfy { $0.events.allSatisfy { $0.type != "muteAsked" } })
    let resting = StemPlay.play(&engine, 4, 6) { _ in [left, StemPlay.hand(.right, .open, rise: 0.5)] }
    #expect((moving + resting).asks.map(\.event) == [.muteAsked(channel: 0)])
  }
}
