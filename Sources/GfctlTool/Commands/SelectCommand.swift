import ArgumentParser
import Foundation
import GestureFlowAPI

struct SelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select", abstract: Command.row(of: .select).help,
    discussion: "gfctl select 3, gfctl select moon river, gfctl select album/04. Without a choice it prints what plays.")
  @OptionGroup var connection: Connection
  @Argument(
    help: "Its number in `gfctl library list` (a set's in `gfctl library stems`), words of its title or artist, or a part of its path.",
    completion: Completions.music)
  var words: [String] = []

  func run() throws {
    if words.isEmpty { return try connection.show(.select) }
    let text = words.joined(separator: " ")
    let isStems = try connection.status().stems != nil
    let candidates: [Candidate]
    do {
      candidates = isStems ? try connection.stemSets().map(Candidate.init) : try connection.tracks().map(Candidate.init)
    } catch ClientError.problem(let problem) where problem.status == 409 {
      // A box without a library plays the music that was named at its start. It knows numbers from 0, and paths.
      return try connection.send(.select(track: NumberedChoice.index(text).map { "\($0)" } ?? text))
    }
    let hint = isStems ? "gfctl library stems lists the sets" : "gfctl library list lists the tracks"
    switch Selection.choose(text, of: candidates) {
    case .one(let chosen): try connection.send(.select(track: chosen.path))
    case .none:
      // The box also knows the sets that it brings along.
      if isStems { return try connection.send(.select(track: NumberedChoice.index(text).map { "\($0)" } ?? text)) }
      throw Failure("nothing in the library matches '\(Terminal.plain(text))'", remedy: hint)
    case .several(let found): throw Selection.failure(text, found, command: "select")
    }
  }
}

/// A track or stem set that can be selected.
package struct Candidate: Sendable, Equatable {
  /// Number in the list, from 1.
  package var number: Int
  package var title: String
  package var artist: String?
  package var path: String

  /// Creates a candidate from its fields.
  package init(number: Int, title: String, artist: String? = nil, path: String) {
    (self.number, self.title, self.artist, self.path) = (number, title, artist, path)
  }

  init(_ place: Int, _ track: LibraryTrack) { self.init(number: place + 1, title: track.title, artist: track.artist, path: track.path) }
  init(_ place: Int, _ set: LibraryStemSet) { self.init(number: place + 1, title: set.name, path: set.path) }

  /// The candidate as a line with its number.
  package var line: String {
    let name = title + (artist.map { " - \($0)" } ?? "")
    return "\(ListNumber.text(number))  \(Terminal.plain(name))  \(Terminal.plain(path))"
  }
}

/// Numbers of lists.
enum ListNumber {
  /// Returns a number in a column of four characters.
  static func text(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, 4 - digits.count)) + digits
  }
}

/// Chooses from a list by number, title or part of a path.
package enum Selection: Equatable {
  case one(Candidate)
  case several([Candidate])
  case none

  /// Number of candidates that are shown if several fit.
  static let mostShown = 20

  /// Finds what a person means. An exact path or title wins, then a number, then the words. Capitals do not matter.
  package static func choose(_ text: String, of all: [Candidate]) -> Selection {
    if let exact = all.first(where: { $0.path == text }) { return .one(exact) }
    let typed = text.lowercased()
    let titled = all.filter { $0.title.lowercased() == typed }
    if !titled.isEmpty { return of(titled) }
    let number = Int(text)
    if let numbered = all.first(where: { $0.number == number }) { return .one(numbered) }
    let words = typed.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return .none }
    func holding(_ part: (Candidate) -> String) -> [Candidate] {
      all.filter { candidate in
        let text = part(candidate).lowercased()
        return words.allSatisfy { text.contains($0) }
      }
    }
    let named = holding { $0.title + " " + ($0.artist ?? "") }
    // Most paths contain digits, so a number that is not in the list does not mean a path.
    return of(named.isEmpty && number == nil ? all.filter { $0.path.lowercased().contains(typed) } : named)
  }

  /// Prints the candidates that fit.
  /// - Parameter command: the sub-command of gfctl that takes one of them.
  /// - Returns: the failure to throw.
  static func failure(_ text: String, _ found: [Candidate], command: String) -> Failure {
    let rest = found.count - mostShown
    let lines = found.prefix(mostShown).map(\.line) + (rest > 0 ? ["      and \(rest) more"] : [])
    _ = try? FileHandle.standardError.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    return Failure(
      "'\(Terminal.plain(text))' fits \(found.count)", remedy: "take one by its number, such as gfctl \(command) \(found[0].number)")
  }

  private static func of(_ found: [Candidate]) -> Selection {
    found.isEmpty ? .none : found.count == 1 ? .one(found[0]) : .several(found)
  }
}

extension Connection {
  /// Returns all tracks, in the order of `gfctl library list`.
  func tracks() throws -> [(offset: Int, element: LibraryTrack)] {
    var all: [LibraryTrack] = []
    let page = 10_000
    while true {
      let tracks = try get([LibraryTrack].self, "/v1/library?limit=\(page)&offset=\(all.count)")
      all += tracks
      if tracks.count < page || all.count > 1_000_000 { return Array(all.enumerated()) }
    }
  }

  /// Returns all stem sets, in the order of `gfctl library stems`.
  func stemSets() throws -> [(offset: Int, element: LibraryStemSet)] {
    Array(try get([LibraryStemSet].self, "/v1/library/stems").enumerated())
  }
}
