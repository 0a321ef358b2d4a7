import MIDI
import MIDIDoubles
import Notes
import Testing

/// Tests of the controllers of a port that left, and of ports that leave without a message.
@Suite struct LeftPortTests {
  private func made() -> (rig: Rig, keys: MIDIAddress) {
    let rig = Rig()
    let keys = rig.world.plug(20, "Keys")
    rig.turn()
    return (rig, keys)
  }

  private func send(_ rig: Rig, _ messages: [MIDIMessage], from port: MIDIAddress, then seconds: Double = 0.01) {
    rig.world.with { state in state.inputs += messages.map { .message($0, from: port) } }
    rig.turn(seconds)
  }

  private func messages(_ inputs: [MIDIInput]) -> [MIDIMessage] {
    inputs.compactMap { if case .message(let message, _) = $0 { message } else { nil } }
  }

  private func rests(_ inputs: [MIDIInput]) -> [MIDIInput] {
    inputs.filter { if case .rest = $0 { true } else { false } }
  }

  @Test func `controllers of a port that is pulled out go back`() {
    let (rig, keys) = made()
    let moved = [cc(1, 90), cc(11, 20, channel: 3), cc(74, 1, channel: 15), .channelPressure(channel: 5, pressure: 9)]
    let back = [cc(1, 5, channel: 2), cc(1, 0, channel: 2), cc(11, 9, channel: 4), cc(121, 0, channel: 4), cc(7, 10)]
    send(rig, moved + back, from: keys)
    rig.world.unplug(keys)
    rig.turn()
    let inputs = rig.inputs()
    let wanted: [MIDIInput] = [
      .rest(channel: 0, controller: 1), .rest(channel: 3, controller: 11), .rest(channel: 5, controller: 11),
      .rest(channel: 15, controller: 74),
    ]
    #expect(rests(inputs) == wanted && messages(inputs) == moved + back, "nothing that was learned hears it")
  }

  @Test func `after lost messages controllers stay and notes end`() {
    let (rig, keys) = made()
    send(rig, [cc(1, 90), on(60)], from: keys)
    rig.world.with { $0.inputs.append(.overrun) }
    rig.turn()
    rig.world.unplug(keys)
    rig.turn()
    let inputs = rig.inputs()
    #expect(messages(inputs) == [cc(1, 90), on(60), off(60)] && rests(inputs) == [.rest(channel: 0, controller: 1)])
    let missed = inputs.firstIndex(of: .missed), rest = inputs.firstIndex(of: .rest(channel: 0, controller: 1))
    #expect((missed ?? 9) < (rest ?? 0))
  }

  /// A flood does not drop these messages.
  @Test func `a controller's way back is not left out`() {
    let queue = InputQueue()
    for _ in 0..<2000 { queue.put(.message(.clock, at: 0)) }
    queue.put(.rest(channel: 3, controller: 74))
    queue.put(.rest(channel: 3, controller: 1))
    queue.close()
    var all: [MIDIInput] = []
    while let input = queue.take(now: { 9 }) { all.append(input) }
    #expect(all.suffix(2) == [.rest(channel: 3, controller: 1), .rest(channel: 3, controller: 74)])
  }

  @Test func `a port that sent active sensing and then nothing lets its notes go`() {
    let (rig, keys) = made()
    send(rig, [.activeSensing, on(60), cc(64, 127), cc(1, 30)], from: keys, then: 0.3)
    send(rig, [.activeSensing], from: keys, then: 0.3)
    send(rig, [on(62)], from: keys, then: 0.41)
    rig.turn(0.02)
    rig.turn()
    let inputs = rig.inputs()
    let ends = [off(60), off(62), cc(64, 0)]
    #expect(messages(inputs) == [on(60), cc(64, 127), cc(1, 30), on(62)] + ends && rests(inputs).count == 1)
    #expect(rig.shared.report.received == 4, "it is not a message for this port")
  }

  @Test func `any message says that a port is there`() {
    let (rig, keys) = made()
    send(rig, [.activeSensing, on(60)], from: keys, then: 0.3)
    send(rig, [cc(7, 1)], from: keys, then: 0.3)
    rig.world.with { $0.inputs.append(.systemExclusive(bytes: 256)) }
    rig.turn(0.3)
    rig.turn()
    #expect(messages(rig.inputs()) == [on(60), cc(7, 1)])
  }

  @Test func `a port that goes on saying that it is there keeps its notes`() {
    let (rig, keys) = made()
    send(rig, [.activeSensing, on(60)], from: keys, then: 0.3)
    for _ in 0..<20 { send(rig, [.activeSensing], from: keys, then: 0.3) }
    #expect(messages(rig.inputs()) == [on(60)])
  }

  @Test func `a port that never sent it may be silent`() {
    let (rig, keys) = made()
    let other = rig.world.plug(21, "Other")
    rig.turn()
    send(rig, [on(60)], from: keys)
    send(rig, [.activeSensing, on(64)], from: other)
    for _ in 0..<10 { rig.turn(0.3) }
    #expect(messages(rig.inputs()) == [on(60), on(64), off(64)])
  }

  /// A delayed thread reads pending messages first, because the port may have sent them.
  @Test func `a late turn reads first`() {
    let (rig, keys) = made()
    send(rig, [.activeSensing, on(60)], from: keys, then: 5)
    send(rig, [.activeSensing], from: keys)
    #expect(messages(rig.inputs()) == [on(60)])
  }

  @Test func `the thread wakes when the silence is over`() {
    let (rig, keys) = made()
    send(rig, [.activeSensing, on(60)], from: keys, then: 0)
    #expect((400...422).contains(rig.loop.pause))
  }
}
