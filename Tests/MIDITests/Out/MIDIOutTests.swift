import MIDI
import Notes
import TestSupport
import Testing

/// Tests of the notes, controls and bends that one port receives under its settings.
@Suite struct MIDIOutTests {
  private let left = SourceID(.hand, 1)
  private let right = SourceID(.hand, 2)

  private func made(_ change: (inout MIDISettings) -> Void = { _ in }) -> MIDIOut {
    var settings = MIDISettings()
    change(&settings)
    return MIDIOut(settings)
  }

  private func play(_ out: inout MIDIOut, _ notes: PlayedNote..., kind: SourceID.Kind = .hand, at time: Double = 0) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    out.play(kind, playing(notes), at: time, &messages)
    return messages
  }

  private func begun(_ out: inout MIDIOut) -> [MIDIMessage] {
    var messages: [MIDIMessage] = []
    out.begin(&messages)
    return messages
  }

  @Test func `a new port is silenced and receives the bend range`() {
    var out = made { ($0.channel, $0.bendRange) = (3, 12) }
    let messages = begun(&out)
    for channel in 0..<16 as Range<UInt8> {
      #expect(messages.contains(cc(123, 0, channel: channel)) && messages.contains(cc(120, 0, channel: channel)))
    }
    let range = [cc(101, 0, channel: 2), cc(100, 0, channel: 2), cc(6, 12, channel: 2), cc(38, 0, channel: 2)]
    #expect(Array(messages.dropFirst(33)) == range + [cc(101, 127, channel: 2), cc(100, 127, channel: 2)])
  }

  @Test func `a note begins with its own controls`() {
    var out = made()
    let begin = play(&out, played(left, 60, velocity: 100, expression: 0.5, modulation: 1, depth: 0, bend: 100))
    #expect(begin == [.bend(channel: 0, bend: 12288), cc(74, 0), cc(11, 64), cc(1, 127), on(60, 100)])
    #expect(play(&out, played(left, 60, velocity: 100, expression: 0.5, modulation: 1, depth: 0, bend: 100)) == [])
    #expect(play(&out, played(left, nil)) == [off(60)])
  }

  @Test func `only what has changed is sent`() {
    var out = made()
    _ = play(&out, played(left, 60, expression: 0.5))
    #expect(play(&out, played(left, 60, expression: 0.501)) == [])
    #expect(play(&out, played(left, 60, expression: 0.6)) == [cc(11, 76)])
    #expect(play(&out, played(left, 60, expression: 0.6, bend: -200)) == [.bend(channel: 0, bend: 0)])
    #expect(play(&out, played(left, 60, expression: 0.6, bend: 200)) == [.bend(channel: 0, bend: 16383)])
  }

  @Test func `nonsense is not a control`() {
    var out = made()
    let messages = play(&out, played(left, 60, expression: .nan, modulation: .infinity, depth: -5, bend: .nan))
    #expect(messages == [.bend(channel: 0, bend: 8192), cc(74, 0), cc(11, 0), cc(1, 0), on(60)])
  }

  @Test func `a bend has fourteen bits`() {
    var out = made()
    _ = play(&out, played(left, 60))
    var values: Set<UInt16> = []
    for step in 0..<400 {
      for case .bend(_, let value) in play(&out, played(left, 60, bend: Float(step) * 0.05), at: Double(step) * 0.01) {
        values.insert(value)
      }
    }
    #expect(values.count > 395)
  }

  @Test func `the last to strike has the shared channels controls`() {
    var out = made()
    _ = play(&out, played(left, 60, expression: 0.2), played(right, nil))
    #expect(play(&out, played(left, 60, expression: 0.2), played(right, 64, expression: 0.8)) == [cc(11, 102), on(64)])
    #expect(play(&out, played(left, 60, expression: 0.4), played(right, 64, expression: 0.8)) == [])
    #expect(play(&out, played(left, 60, expression: 0.4), played(right, nil)) == [off(64), cc(11, 51)])
  }

  @Test func `sources have channels of their own when that is wanted`() {
    var out = made { ($0.channel, $0.isPerSource) = (16, true) }
    #expect(notes(play(&out, played(left, 60), played(right, 60))) == [on(60, channel: 15), on(60, channel: 0)])
    #expect(notes(play(&out, played(SourceID(.touch, 0), 60), kind: .touch)) == [on(60, channel: 1)])
    #expect(notes(play(&out, played(right, 60))) == [off(60, channel: 15)])
    // The first channel is free again, and the present sources keep theirs.
    #expect(
      notes(play(&out, played(right, 62, stroke: 2), played(SourceID(.hand, 9), 65)))
        == [off(60, channel: 0), on(62, channel: 0), on(65, channel: 15)])
  }

  @Test func `a source sends no more than 250 controls in any second`() {
    var out = made()
    var times: [Double] = []
    for frame in 0..<3000 {
      let time = Double(frame) / 1000
      let value = Float(frame % 100) / 100
      for _ in play(&out, played(left, 60, expression: value, modulation: 1 - value, depth: value, bend: value * 100), at: time) {
        times.append(time)
      }
    }
    // One of them is the note's begin.
    #expect(times.count > 700 && times.count <= 751)
    for (i, time) in times.enumerated() where i + 251 < times.count { #expect(times[i + 251] - time >= 0.999) }
  }

  @Test func `held back messages are sent when there is room`() {
    var out = made()
    for frame in 0..<400 { _ = play(&out, played(left, 60, expression: Float(frame % 2)), at: Double(frame) * 0.001) }
    _ = play(&out, played(left, 60, expression: 0.5), at: 0.4)
    #expect(out.isBehind)
    var messages: [MIDIMessage] = []
    out.playAgain(at: 1.5, &messages)
    #expect(messages == [cc(11, 64)] && !out.isBehind)
  }

  @Test func `no note waits for the limit`() {
    var out = made()
    var ons = 0
    for frame in 0..<2000 {
      let messages = play(
        &out, played(left, frame % 2 == 0 ? 60 : nil, stroke: UInt32(frame), expression: Float(frame % 7) / 7), at: Double(frame) * 0.001)
      ons += notes(messages).count
    }
    #expect(ons == 2000)
  }

  @Test func `without output new notes are left out and old ones end`() {
    var out = made()
    var messages: [MIDIMessage] = []
    _ = play(&out, played(left, 60))
    var settings = MIDISettings()
    settings.isHeard = false
    out.set(settings, at: 0, &messages)
    #expect(messages == [])
    #expect(play(&out, played(left, 60), played(right, 64)) == [])
    #expect(play(&out, played(left, nil), played(right, 64)) == [off(60)])
  }

  @Test func `a sounding note moves to another channel`() {
    var out = made()
    var messages: [MIDIMessage] = []
    _ = play(&out, played(left, 60))
    var settings = MIDISettings()
    settings.channel = 5
    out.set(settings, at: 0, &messages)
    #expect(notes(messages) == [off(60), on(60, channel: 4)])
    #expect(messages.contains(cc(123, 0)) && messages.last == on(60, channel: 4))
  }

  @Test func `received notes are not sent out`() {
    var out = made()
    #expect(play(&out, played(SourceID(.wire, 60), 60), kind: .wire) == [])
  }
}
