import Lab
import Notes
import Testing

/// Tests of the table of `make demo MODE=instrument`. It contains every note once and no other.
@Suite struct PieceTableTests {
  private static let text =
    "title: T\nsound: Glass Bells\nscale: dorian\nkey: D\nrange: A3 A5\ntempo: 60\nbar: 4\nright: D4:2 F4:2\nleft: -:2 A3:2\n"

  private func notes() throws -> [WrittenPiece.Note] { try WrittenPiece(Self.text).performed().notes }

  /// Returns notes that come 0.1 s after the hand's start. The sound began ten seconds earlier.
  private func heard(_ notes: [WrittenPiece.Note]) -> [HeardNote] {
    notes.map { HeardNote(note: $0.played.note, seconds: $0.played.from + 10.1, decibels: -20) }
  }

  private func table(_ notes: [WrittenPiece.Note], _ heard: [HeardNote]) -> PieceTable {
    PieceTable(notes, heard: heard, zero: 10, key: .d)
  }

  @Test func `all that is heard and asked for is complete`() throws {
    let notes = try notes()
    // Notes from before the script do not belong to it.
    let table = table(notes, [HeardNote(note: 60, seconds: 3, decibels: -20)] + heard(notes))
    #expect(notes.count == 3 && table.isComplete && table.delays.allSatisfy { abs($0 - 0.1) < 1e-9 }, "\(table.text)")
    #expect(table.summary.contains("all were heard; no other note was heard"))
  }

  @Test func `a note that is not heard is missing`() throws {
    let notes = try notes()
    for left in notes.indices {
      var heard = heard(notes)
      heard.remove(at: left)
      let table = table(notes, heard)
      #expect(!table.isComplete && table.rows.map { $0.heard == nil }.firstIndex(of: true) == left && table.text.contains("MISSING"))
    }
  }

  @Test func `a note too many is reported`() throws {
    let notes = try notes()
    for extra in [HeardNote(note: 64, seconds: 12, decibels: -30), HeardNote(note: 62, seconds: 12.5, decibels: -30)] {
      let table = table(notes, heard(notes) + [extra])
      #expect(!table.isComplete && table.others.count == 1 && table.text.contains("NOT REQUESTED"), "\(table.text)")
    }
  }

  @Test func `a wrong note and one that comes too late are both`() throws {
    let notes = try notes()
    var wrong = heard(notes)
    wrong[0].note += 2
    var late = heard(notes)
    late[1].seconds += 0.7
    for heard in [wrong, late] {
      let table = table(notes, heard)
      #expect(table.others.count == 1 && table.rows.count { $0.heard == nil } == 1, "\(table.text)")
    }
  }
}
