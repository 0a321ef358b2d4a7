import Notes
import Testing

/// Tests that hands on one channel keep each other's notes.
@Suite struct NoteLedgerTests {
  private let left = SourceID(.hand, 1)
  private let right = SourceID(.hand, 2)

  private func array(_ messages: NoteMessages) -> [NoteMessage] { (0..<messages.count).map { messages[$0] } }
  private func on(_ note: UInt8, _ velocity: UInt8 = 64, channel: UInt8 = 0) -> NoteMessage {
    NoteMessage(channel: channel, note: note, velocity: velocity)
  }
  private func off(_ note: UInt8, channel: UInt8 = 0) -> NoteMessage { NoteMessage(channel: channel, note: note, velocity: 0) }

  @Test func `a shared note is struck again and ends with the last of them`() {
    var ledger = NoteLedger()
    #expect(array(ledger.play(left, note: 60, velocity: 50)) == [on(60, 50)])
    #expect(array(ledger.play(right, note: 60, velocity: 90)) == [off(60), on(60, 90)])
    #expect(array(ledger.play(left, note: nil)) == [])
    #expect(ledger.note(of: right)?.note == 60 && ledger.note(of: left) == nil)
    #expect(array(ledger.play(right, note: nil)) == [off(60)])
  }

  @Test func `legato begins before it ends and a stroke ends before it begins`() {
    var ledger = NoteLedger()
    _ = ledger.play(left, note: 60, stroke: 1)
    #expect(array(ledger.play(left, note: 60, stroke: 1)) == [])
    #expect(array(ledger.play(left, note: 62, stroke: 1)) == [on(62), off(60)])
    #expect(array(ledger.play(left, note: 64, stroke: 2)) == [off(62), on(64)])
    #expect(array(ledger.play(left, note: 64, stroke: 3)) == [off(64), on(64)])
  }

  @Test func `a note ends on the channel on which it began`() {
    var ledger = NoteLedger()
    _ = ledger.play(left, note: 60, stroke: 1, channel: 3)
    #expect(array(ledger.play(left, note: 60, stroke: 1, channel: 5)) == [])
    #expect(array(ledger.play(left, note: 62, stroke: 1, channel: 5)) == [on(62, channel: 3), off(60, channel: 3)])
    #expect(array(ledger.play(left, note: 62, stroke: 2, channel: 5)) == [off(62, channel: 3), on(62, channel: 5)])
  }

  @Test func `after panic a held stroke stays silent and the next one sounds`() throws {
    var ledger = NoteLedger()
    _ = ledger.play(left, note: 60, stroke: 1)
    _ = ledger.play(right, note: 64, stroke: 1)
    var ends: [NoteMessage] = []
    while let messages = ledger.silenceNext() { ends += array(messages) }
    #expect(Set(ends.map(\.note)) == [60, 64] && ends.allSatisfy { !$0.isOn } && ledger.sounding == 0)
    #expect(array(ledger.play(left, note: 62, stroke: 1)) == [])
    #expect(array(ledger.play(left, note: 62, stroke: 2)) == [on(62)])
  }

  @Test func `sounding notes end while no new ones are taken`() {
    var ledger = NoteLedger()
    _ = ledger.play(left, note: 60, stroke: 1)
    ledger.takesNew = false
    #expect(array(ledger.play(left, note: 60, stroke: 1)) == [])
    #expect(array(ledger.play(right, note: 64, stroke: 1)) == [])
    #expect(array(ledger.play(left, note: 62, stroke: 1)) == [off(60)])
    ledger.takesNew = true
    #expect(array(ledger.play(right, note: 64, stroke: 1)) == [on(64)])
  }

  @Test func `a channels sources of one kind end without the others`() throws {
    var ledger = NoteLedger()
    _ = ledger.play(SourceID(.wire, 1), note: 60, stroke: 1, channel: 3)
    _ = ledger.play(SourceID(.wire, 2), note: 64, stroke: 2, channel: 3)
    _ = ledger.play(SourceID(.wire, 3), note: 67, stroke: 3, channel: 4)
    _ = ledger.play(left, note: 70, stroke: 4, channel: 3)
    var ends: [NoteMessage] = []
    while let messages = ledger.endNext(.wire, channel: 3) { ends += array(messages) }
    #expect(Set(ends.map(\.note)) == [60, 64] && ends.allSatisfy { !$0.isOn && $0.channel == 3 })
    let sounding = (0..<NoteLedger.capacity).compactMap { ledger.sounding(at: $0) }
    #expect(sounding.count == 2 && sounding.contains { $0.source == left && $0.note == 70 })
    _ = ledger.silenceNext()
    _ = ledger.silenceNext()
    #expect((-1...NoteLedger.capacity).allSatisfy { ledger.sounding(at: $0) == nil })
  }

  @Test func `a note without room is refused whole`() {
    var ledger = NoteLedger()
    for i in 0..<NoteLedger.capacity { _ = ledger.play(SourceID(.wire, i), note: UInt8(i)) }
    let late = SourceID(.wire, NoteLedger.capacity)
    #expect(array(ledger.play(late, note: 100)) == [] && ledger.refused == 1)
    #expect(array(ledger.play(late, note: nil)) == [])
    _ = ledger.play(SourceID(.wire, 0), note: nil)
    #expect(array(ledger.play(late, note: 100)) == [on(100)])
  }

  @Test func `nonsense is not a note`() {
    var ledger = NoteLedger()
    #expect(array(ledger.play(left, note: 128)) == [])
    #expect(array(ledger.play(left, note: 127, velocity: 0, channel: 255)) == [on(127, 1, channel: 15)])
    #expect(array(ledger.play(right, note: 3, velocity: 255)) == [on(3, 127)])
  }
}
