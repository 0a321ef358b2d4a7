import MIDI
import Notes
import TestSupport
import Testing

/// Tests of MPE by its specification: a zone, one member channel per source, and three dimensions on each.
@Suite struct MPETests {
  private let left = SourceID(.hand, 1)
  private let right = SourceID(.hand, 2)

  private func made() -> MIDIOut {
    var settings = MIDISettings()
    settings.isMPE = true
    return MIDIOut(settings)
  }

  private func play(_ out: inout MIDIOut, _ notes: PlayedNote...) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    out.play(.hand, playing(notes), at: 0, &messages)
    return messages
  }

  @Test func `the zone is configured before the ranges`() {
    var out = made()
    var messages: [MIDIMessage] = []
    out.begin(&messages)
    let close = { (channel: UInt8) in [cc(101, 127, channel: channel), cc(100, 127, channel: channel)] }
    let zone = [cc(101, 0), cc(100, 6), cc(6, 15)] + close(0)
    let manager = [cc(101, 0), cc(100, 0), cc(6, 2), cc(38, 0)] + close(0)
    let members = [cc(101, 0, channel: 1), cc(100, 0, channel: 1), cc(6, 48, channel: 1), cc(38, 0, channel: 1)] + close(1)
    #expect(Array(messages.dropFirst(33)) == zone + manager + members)
  }

  @Test func `each source has a member with its three dimensions`() {
    var out = made()
    let messages = play(
      &out, played(left, 60, expression: 0.5, modulation: 0.2, depth: 0.25, bend: 100),
      played(right, 60, expression: 1, modulation: 0.4, depth: 1))
    // One semitone up of 48 is a 48th of 8192.
    let first: [MIDIMessage] = [
      .bend(channel: 1, bend: 8363), cc(74, 32, channel: 1), .channelPressure(channel: 1, pressure: 64), on(60, channel: 1),
    ]
    let second: [MIDIMessage] = [
      .bend(channel: 2, bend: 8192), cc(74, 127, channel: 2), .channelPressure(channel: 2, pressure: 127), on(60, channel: 2),
    ]
    #expect(messages == first + second + [cc(1, 51)])
    #expect(
      play(&out, played(left, 60, expression: 0.5, modulation: 0.2, depth: 0.25, bend: 50), played(right, 60, modulation: 0.4, depth: 1))
        == [.bend(channel: 1, bend: 8277)])
  }

  /// In other modes a channel's pressure is a vibrato. A remaining low expression would make a member channel
  /// quiet.
  @Test func `controls go back to rest when channels mean other things`() {
    var out = made()
    _ = play(&out, played(left, 60, expression: 0.5, modulation: 0.2, bend: 100))
    var messages: [MIDIMessage] = []
    out.set(MIDISettings(), at: 0, &messages)
    #expect(
      messages.prefix(4) == [off(60, channel: 1), cc(1, 0), .bend(channel: 1, bend: 8192), .channelPressure(channel: 1, pressure: 0)])
    #expect(notes(messages) == [off(60, channel: 1), on(60)] && messages.contains(cc(11, 64)))
    messages = []
    var zone = MIDISettings()
    zone.isMPE = true
    out.set(zone, at: 0, &messages)
    let rest: [MIDIMessage] = [off(60), .bend(channel: 0, bend: 8192), cc(1, 0), cc(11, 127)]
    #expect(messages.prefix(4) == ArraySlice(rest))
  }

  @Test func `a member rests as long as possible`() {
    var out = made()
    var channels: [UInt8] = []
    for hand in 0..<20 {
      for case let note? in play(&out, played(SourceID(.hand, hand), 60)).map(\.asNote) where note.isOn { channels.append(note.channel) }
    }
    #expect(channels == (0..<20).map { UInt8(1 + $0 % 15) })
  }

  @Test func `the zone ends with MPE`() {
    var out = made()
    var messages: [MIDIMessage] = []
    _ = play(&out, played(left, 60))
    out.set(MIDISettings(), at: 0, &messages)
    #expect(notes(messages) == [off(60, channel: 1), on(60)])
    let zone = [cc(101, 0), cc(100, 6), cc(6, 0)]
    #expect(messages.indices.contains { Array(messages[$0...].prefix(3)) == zone })
  }
}
