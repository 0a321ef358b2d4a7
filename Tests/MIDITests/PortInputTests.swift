import MIDI
import Notes
import TestSupport
import Testing

/// Tests of the input of ports: in order, bounded, and with an end for each note.
@Suite struct PortInputTests {
  private func made() -> (rig: Rig, keys: MIDIAddress) {
    let rig = Rig()
    let keys = rig.world.plug(20, "Keys")
    rig.turn()
    return (rig, keys)
  }

  private func messages(_ rig: Rig) -> [MIDIMessage] {
    rig.inputs().compactMap { if case .message(let message, _) = $0 { message } else { nil } }
  }

  @Test func `messages are handed on in their order`() {
    let (rig, keys) = made()
    let all: [MIDIMessage] = [
      on(60), cc(74, 3), .bend(channel: 2, bend: 8187), .clock, .songPosition(16), .start, .stop, .continue, off(60),
    ]
    rig.world.with { $0.inputs += all.map { .message($0, from: keys) } }
    rig.turn()
    #expect(messages(rig) == all && rig.shared.report.received == all.count)
  }

  @Test func `a port that is pulled out in mid note lets it go`() {
    let (rig, keys) = made()
    rig.world.with { $0.inputs += [.message(on(60), from: keys), .message(on(64, channel: 9), from: keys)] }
    rig.turn()
    rig.world.unplug(keys)
    rig.turn()
    #expect(messages(rig) == [on(60), on(64, channel: 9), off(60), off(64, channel: 9)])
  }

  /// The ends of notes that the pedal holds have already come. No other message would end them.
  @Test func `a port that is pulled out lets its pedals up and bends nothing more`() {
    let (rig, keys) = made()
    let all: [MIDIMessage] = [
      cc(64, 127), on(60), off(60), cc(64, 127, channel: 3), cc(64, 63, channel: 3), .bend(channel: 2, bend: 9000),
      .bend(channel: 5, bend: 0), cc(121, 0, channel: 5),
    ]
    rig.world.with { $0.inputs += all.map { .message($0, from: keys) } }
    rig.turn()
    rig.world.unplug(keys)
    rig.turn()
    #expect(messages(rig) == all + [cc(64, 0), .bend(channel: 2, bend: 8192)])
  }

  /// Many devices always send a clock. Two at 120 are not 240, and one's stop does not stop the other.
  @Test func `of two clocks the first one counts until it is lost`() {
    let (rig, keys) = made()
    let drums = rig.world.plug(21, "Drums")
    rig.turn()
    func send(_ sent: [(MIDIMessage, MIDIAddress)], after seconds: Double) {
      rig.world.with { state in state.inputs += sent.map { .message($0, from: $1) } }
      rig.turn(seconds)
    }
    send([(.start, drums), (.clock, keys), (.clock, drums), (.start, keys), (.stop, drums)], after: 0.02)
    send([(.songPosition(4), drums), (.clock, drums), (.clock, keys), (on(60), drums)], after: 0.4)
    send([(.clock, drums), (.stop, keys)], after: 0.2)
    // The last tick of `keys` was 0.6 s ago.
    send([(.clock, drums), (.start, drums), (.clock, keys), (.stop, keys), (.clock, drums)], after: 0.02)
    #expect(messages(rig) == [.start, .clock, .start, .clock, on(60), .stop, .clock, .start, .clock])
  }

  /// aplaymidi does this; no other program may connect its port.
  @Test func `the notes of a program that connects itself sound on when ports are looked at`() {
    let rig = Rig()
    let player = rig.world.plug(128, "aplaymidi", isHardware: false, takes: false, gives: false)
    rig.world.with { $0.ports[0].isHeard = true }
    rig.turn()
    rig.world.with { $0.inputs.append(.message(on(60), from: player)) }
    for _ in 0..<5 { rig.turn(2.5) }
    #expect(messages(rig) == [on(60)])
  }

  @Test func `the notes of a program that has gone end`() {
    let rig = Rig()
    let player = rig.world.plug(128, "aplaymidi", isHardware: false, takes: false, gives: false)
    rig.world.with { $0.ports[0].isHeard = true }
    rig.turn()
    rig.world.with { $0.inputs.append(.message(on(60), from: player)) }
    rig.turn()
    rig.world.unplug(player)
    rig.turn()
    #expect(messages(rig) == [on(60), off(60)])
  }

  @Test func `all notes off ends each of them`() {
    let (rig, keys) = made()
    rig.world.with {
      $0.inputs += [.message(on(60), from: keys), .message(on(64, channel: 1), from: keys), .message(cc(123, 0), from: keys)]
    }
    rig.world.with { $0.inputs.append(.reset(from: keys)) }
    rig.turn()
    #expect(messages(rig) == [on(60), on(64, channel: 1), off(60), cc(123, 0), off(64, channel: 1)])
  }

  @Test func `lost events may have been note ends`() {
    let (rig, keys) = made()
    rig.world.with { $0.inputs += [.message(on(60), from: keys), .overrun] }
    rig.turn()
    let inputs = rig.inputs()
    #expect(inputs.contains(.missed) && inputs.contains { if case .message(off(60), _) = $0 { true } else { false } })
  }

  @Test func `a megabyte of system exclusive is not kept`() {
    let (rig, keys) = made()
    rig.world.with { state in for _ in 0..<4096 { state.inputs.append(.systemExclusive(bytes: 256)) } }
    rig.world.with { $0.inputs += [.message(on(60), from: keys), .message(off(60), from: keys)] }
    for _ in 0..<10 { rig.turn() }
    let inputs = rig.inputs()
    // The note's start found no room, but its end is sent.
    #expect(inputs.count <= InputQueue.room + 1 && rig.shared.report.received == 4098)
  }

  @Test func `a flood does not keep notes from going out`() {
    let (rig, keys) = made()
    rig.world.with { state in for i in 0..<50_000 { state.inputs.append(.message(cc(1, UInt8(i % 128)), from: keys)) } }
    rig.play(played(SourceID(.hand, 1), 60))
    #expect(notes(rig.world.takeHeard(keys)) == [on(60)] && rig.world.with(\.inputs.count) > 40_000 && rig.loop.pause == 0)
  }
}
