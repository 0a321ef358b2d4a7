import ArgumentParser
import Foundation
import GestureFlowAPI

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "The music that is there.",
    subcommands: [List.self, Search.self, Stems.self] + TableCommands.below(["library"]) + [Problems.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists all tracks, and then the stem sets.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print the tracks as JSON; 'gfctl library stems --json' prints the stem sets.") var json = false
    func run() throws {
      try LibraryCommand.show(connection, search: nil, json: json)
      if !json { try LibraryCommand.showStems(connection, besides: true) }
    }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Lists tracks whose title, artist, album or path holds every word.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false
    @Argument(help: "Words.") var words: [String]
    func run() throws { try LibraryCommand.show(connection, search: words.joined(separator: " "), json: json) }
  }

  struct Stems: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stems", abstract: "Lists the stem sets.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false
    func run() throws {
      if json { return print(String(decoding: try connection.data("GET", "/v1/library/stems"), as: UTF8.self)) }
      try LibraryCommand.showStems(connection)
    }
  }

  struct Problems: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "problems", abstract: "Lists files that were skipped, with the reason.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false
    func run() throws {
      let data = try connection.data("GET", "/v1/library/problems?limit=10000")
      if json { return print(String(decoding: data, as: UTF8.self)) }
      let problems = try JSONDecoder().decode([LibraryProblem].self, from: data)
      for problem in problems {
        print("\(Terminal.plain(problem.path)): \(Terminal.plain(problem.reason))")
      }
      if problems.isEmpty { print("no problems: every file can be played") }
    }
  }

  /// - Parameter besides: whether the tracks were listed before.
  private static func showStems(_ connection: Connection, besides: Bool = false) throws {
    let sets = try JSONDecoder().decode([LibraryStemSet].self, from: connection.data("GET", "/v1/library/stems"))
    for (place, set) in sets.enumerated() { print(LibraryTable.line(of: set, number: place + 1)) }
    if sets.isEmpty, !besides { print("no stem sets on the sticks: the built-in ones play, gfctl mode stems") }
  }

  static func show(_ connection: Connection, search: String?, json: Bool) throws {
    var offset = 0
    let page = 1000
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&=+?")
    let query = search.flatMap { $0.addingPercentEncoding(withAllowedCharacters: allowed) }.map { "&search=\($0)" } ?? ""
    // The tracks of a search have their numbers in the whole list: `gfctl select` takes those.
    let numbers: [String: Int]? =
      search == nil || json ? nil : Dictionary(try connection.tracks().map { ($0.element.path, $0.offset + 1) }) { first, _ in first }
    while true {
      let data = try connection.data("GET", "/v1/library?limit=\(page)&offset=\(offset)\(query)")
      let tracks = try JSONDecoder().decode([LibraryTrack].self, from: data)
      for (i, track) in tracks.enumerated() {
        if json {
          print((offset + i == 0 ? "[" : ",\n") + String(decoding: try encoder.encode(track), as: UTF8.self), terminator: "")
        } else {
          print(LibraryTable.line(of: track, number: numbers == nil ? offset + i + 1 : numbers?[track.path]))
        }
      }
      offset += tracks.count
      if tracks.count < page { break }
    }
    if json { return print(offset == 0 ? "[]" : "]") }
    guard offset == 0 else { return }
    print(
      search.map { "no track matches '\(Terminal.plain($0))'" }
        ?? "no tracks: plug in a stick with music; gfctl library problems lists skipped files")
  }
}

/// Tracks and stem sets of the library as lines.
package enum LibraryTable {
  /// Returns a track as a line.
  /// - Parameter number: its place in the whole list, from 1; nil if it has just been added.
  package static func line(of track: LibraryTrack, number: Int?) -> String {
    let length = track.lengthSeconds.map { StatusScreen.clock($0) } ?? "-"
    let who = track.artist.map { " - \($0)" } ?? ""
    let gap = String(repeating: " ", count: max(0, 6 - length.count))
    return "\(number.map(ListNumber.text) ?? "   -") \(gap)\(length)  \(Terminal.plain(track.title + who))  \(Terminal.plain(track.path))"
  }

  /// Returns a stem set as a line. It has a word in the column of a track's length.
  package static func line(of set: LibraryStemSet, number: Int) -> String {
    let tempo = set.tempoBPM.map { "\(String(format: "%g", $0)) BPM" }
    let metre = set.metre == .common ? nil : set.metre.rawValue
    let about = [tempo, metre, set.key.map(Terminal.plain)].compactMap { $0 }.joined(separator: ", ")
    let channels = set.channels.map { channel in
      Terminal.plain(channel.name) + (channel.bars.map { $0 == 1 ? " 1 bar" : " \($0) bars" } ?? "")
    }
    let name = Terminal.plain(set.name) + (about.isEmpty ? "" : " (\(about))")
    return "\(ListNumber.text(number))  stems  \(name): \(channels.joined(separator: ", "))  \(Terminal.plain(set.path))"
  }
}
