import Foundation
import GestureFlowAPI
import Hands
import Notes

/// The result of each note of a piece, and unexpected notes.
/// It is a pure function of the notes that were heard.
public struct PieceTable: Sendable {
  /// The result of one note.
  public struct Row: Sendable, Equatable {
    /// The requested note.
    public var asked: WrittenPiece.Note
    /// The heard note, in seconds of the script. Nil if it was not heard.
    public var heard: HeardNote?
  }

  /// Rows in the order of the piece.
  public let rows: [Row]
  /// Notes that were heard and not requested, in seconds of the script.
  public let others: [HeardNote]
  private let key: Key

  /// Whether exactly the requested notes were heard.
  public var isComplete: Bool { others.isEmpty && rows.allSatisfy { $0.heard != nil } }

  /// Seconds around the hand's action within which a note may begin.
  /// The detector is not exact, and a slow machine is late.
  static let early = 0.05
  static let late = 0.6

  /// Creates the table.
  /// - Parameters:
  ///   - asked: the piece's notes.
  ///   - heard: those that began, in seconds of the sound.
  ///   - zero: the script's first moment in it. Earlier notes are ignored.
  ///   - key: in which they are written.
  public init(_ asked: [WrittenPiece.Note], heard: [HeardNote], zero: Double, key: Key) {
    self.key = key
    var left = heard.map { note in
      var note = note
      note.seconds -= zero
      return note
    }.filter { $0.seconds >= 0 }
    rows = asked.map { asked in
      let from = asked.played.from
      let at = left.firstIndex { $0.note == asked.played.note && (from - Self.early...from + Self.late).contains($0.seconds) }
      return Row(asked: asked, heard: at.map { left.remove(at: $0) })
    }
    others = left
  }

  /// Delays in seconds from the hand's motion to the note.
  /// The hand opens or slides. They are in the order of the rows.
  public var delays: [Double] { rows.compactMap { row in row.heard.map { $0.seconds - row.asked.played.from } } }

  /// The table as it is printed. It has one line for each note and each unexpected note.
  public var text: String {
    func line(_ place: String, _ hand: String, _ note: String, _ from: String, _ heard: String, _ delay: String, _ level: String) -> String
    {
      func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(width - text.count, 0)) + text }
      let begin = place.padding(toLength: 10, withPad: " ", startingAt: 0) + hand.padding(toLength: 8, withPad: " ", startingAt: 0)
      return begin + note.padding(toLength: 12, withPad: " ", startingAt: 0) + right(from, 14) + right(heard, 12) + right(delay, 10)
        + right(level, 11)
    }
    func seconds(_ value: Double) -> String { String(format: "%.2f s", value) }
    func level(_ note: HeardNote) -> String { String(format: "%.1f dB", note.decibels) }
    let head = line("bar:beat", "hand", "note", "hand acts at", "heard at", "delay", "level")
    let notes = rows.map { row in
      let (asked, played) = (row.asked, row.asked.played)
      let name = key.spelling(of: played.note) + (played.isLegato ? " slid" : " \(played.fingers)")
      let place = "\(asked.bar):\(asked.beat == asked.beat.rounded() ? String(Int(asked.beat)) : String(asked.beat))"
      guard let heard = row.heard else { return line(place, played.hand.rawValue, name, seconds(played.from), "MISSING", "-", "-") }
      return line(
        place, played.hand.rawValue, name, seconds(played.from), seconds(heard.seconds),
        String(format: "%.0f ms", 1000 * (heard.seconds - played.from)), level(heard))
    }
    let extra = others.map { line("-", "-", key.spelling(of: $0.note), "NOT REQUESTED", seconds($0.seconds), "-", level($0)) }
    return ([head] + notes + extra).joined(separator: "\n")
  }

  /// The number of notes, in words.
  public var summary: String {
    let sorted = delays.sorted()
    let missing = rows.count - sorted.count
    var words = ["\(rows.count) notes were requested: \(sorted.count) were heard"]
    if !sorted.isEmpty {
      words[0] += String(
        format: ", %.0f to %.0f ms after the hand began to open or to slide", 1000 * sorted[0], 1000 * sorted[sorted.count - 1])
    }
    words.append(missing == 0 ? "all were heard" : "\(missing) are missing")
    words.append(others.isEmpty ? "no other note was heard" : "\(others.count) were heard without a request")
    return words.joined(separator: "; ")
  }
}
