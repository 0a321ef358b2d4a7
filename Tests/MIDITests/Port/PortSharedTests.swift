import MIDI
import Notes
import TestSupport
import Testing

/// Tests of the queue for a port's thread that is delayed.
@Suite struct PortSharedTests {
  private let left = SourceID(.hand, 1)
  private let finger = SourceID(.touch, 0)

  private func play(_ shared: PortShared, _ note: PlayedNote, kind: SourceID.Kind = .hand) {
    shared.add(.play(kind, playing(note), heardAt: 0))
  }

  @Test func `of too many the newest levels of each kind are kept`() {
    let shared = PortShared(MIDISettings())
    play(shared, played(finger, 67), kind: .touch)
    for note in 0..<100 as Range<UInt8> { play(shared, played(left, note)) }
    let orders = shared.takeOrders()
    let kept = orders.compactMap { (order) -> UInt8? in if case .play(_, let notes, _, _) = order { notes[0].note } else { nil } }
    #expect(kept.count <= 64 && kept.first == 67 && kept.last == 99)
    #expect(shared.takeOrders().isEmpty)
  }

  /// The queue may drop ticks of a clock, but keeps its stop. Otherwise a follower would play on.
  @Test func `of a clock ticks are left out and not its stop`() {
    let shared = PortShared(MIDISettings())
    for i in 0..<100 { shared.add(.send(.clock, at: Double(i))) }
    let song: [MIDIMessage] = [.stop, .songPosition(16), .continue]
    for message in song { shared.add(.send(message, at: 100)) }
    for _ in 0..<100 { play(shared, played(left, 60)) }
    let sent = shared.takeOrders().compactMap { (order) -> MIDIMessage? in if case .send(let message, _) = order { message } else { nil } }
    #expect(sent.count { $0 == .clock } == 64 && sent.filter { $0 != .clock } == song)
    // A thread that hangs forever does not fill the memory.
    for _ in 0..<1000 { shared.add(.send(.start, at: 0)) }
    #expect(shared.takeOrders().count == 256)
  }

  /// The thread is blocked while a hand strikes, a finger comes down, and a panic is requested.
  @Test func `a panic silences notes that began without a listener`() {
    let rig = Rig()
    let port = rig.world.plug(20, "Keys")
    rig.turn()
    play(rig.shared, played(finger, 67, stroke: 3), kind: .touch)
    for _ in 0..<100 { play(rig.shared, played(left, 60, stroke: 7)) }
    rig.shared.add(.panic)
    rig.turn()
    var listener = SynthListener()
    listener.hear(rig.world.takeHeard(port))
    #expect(listener.isSilent && listener.mistakes == 0, "\(listener.notes)")
    // Both hold on, and stay silent until their next stroke.
    rig.play(played(left, 62, stroke: 7))
    rig.play(played(finger, 69, stroke: 3), kind: .touch)
    #expect(notes(rig.world.takeHeard(port)) == [])
    rig.play(played(left, 62, stroke: 8))
    #expect(notes(rig.world.takeHeard(port)) == [on(62)])
  }
}
