import Foundation
import GestureFlowAPI
import Hands
import Lab
import Notes
import TestSupport
import Testing

/// Tests of written pieces. They cover the parsed content and the rejected lines.
@Suite struct PieceFileTests {
  private static let head = "title: T\nsound: Glass Bells\nscale: dorian\nkey: D\nrange: A3 A5\ntempo: 60\nbar: 4\n"

  private func problem(_ text: String) -> String {
    do throws(Failure) { _ = try WrittenPiece(text).performed() } catch { return "\(error)" }
    return "nothing is wrong"
  }

  @Test func `the piece of the demo is read and can be played`() throws {
    let piece = try WrittenPiece(file: Places.project.appendingPathComponent("scores/first-light.txt").path)
    let performed = try piece.performed()
    #expect(piece.title == "First Light" && piece.layout.scale == .dorian && piece.layout.key == .d && piece.beats == 32)
    #expect((30...40).contains(performed.script.duration))
    let notes = performed.notes.map(\.played)
    for hand in [Handedness.left, .right] { #expect(notes.filter { $0.hand == hand }.count > 10) }
    #expect(notes.contains { $0.isLegato } && Set(notes.filter { !$0.isLegato }.map(\.fingers)).count > 1)
    #expect(notes.allSatisfy { $0.from < $0.to && $0.to < performed.script.duration })
  }

  @Test func `the written notes are played`() throws {
    let piece = try WrittenPiece(Self.head + "right: D4:2/5 -:2 | E4 ~F4:3\nleft: -:4 | A3:4/2\n")
    let notes = try piece.performed().notes
    #expect(notes.map { "\($0.bar):\($0.beat)" } == ["1:1.0", "2:1.0", "2:1.0", "2:2.0"])
    #expect(notes.map(\.played.note).sorted() == [57, 62, 64, 65])
    let first = try #require(notes.first)
    #expect(first.played.fingers == 5 && first.played.hand == .right && abs(first.played.from - 1.8) < 1e-9)
    let slid = try #require(notes.last)
    #expect(slid.played.isLegato && slid.played.note == 65 && abs(slid.played.from - 6.88) < 1e-9)
    #expect(notes.first { $0.played.hand == .left }?.played.fingers == 2)
  }

  @Test func `a fault is reported with its line`() {
    let wrongs: [(String, String)] = [
      ("right: D4:3 |\nleft: -:4\n", "line 8: bar 1 has 3.0 beats and not 4.0"),
      ("right: C#4:4\nleft: -:4\n", "line 8: 'C#4' is not among the notes of dorian in D in this range"),
      ("right: D4:4\nleft: D4:4 | -:4\n", "the right hand has 4.0 beats and the left one 8.0: write rests, as -:4"),
      (
        "right: D4:2 ~F4:2\nleft: -:4\n",
        "line 8: '~F4:2': a hand slides from a note to the next one above or below, or others sound on its way"
      ),
      ("right: D4:0.5 E4:0.5 D4:3\nleft: -:4\n", "line 8: at beat 1.5 of the piece the hand is late: slow down the notes before it"),
      ("middle: D4\n", "line 8: 'middle' is unknown: use title, sound, scale, key, range, tempo, bar, right, left"),
      (
        "right: D4:2/6 -:2\nleft: -:4\n",
        "line 8: 'D4:2/6' is not a note: write D4, D4:2 (beats), D4:2/5 (fingers), ~D4 (slid to); a rest is -"
      ),
      ("key: C\n", "line 8: 'key' appears twice"),
    ]
    for (text, words) in wrongs { #expect(problem(Self.head + text) == words) }
    #expect(problem("title: T\n") == "it has no line 'sound'")
    #expect(problem(Self.head.replacing("range: A3 A5", with: "range: A3")).hasPrefix("line 5: 'range' takes two notes"))
    #expect(throws: FileError.self) { try WrittenPiece(file: "/nowhere/at-all.txt") }
  }
}
