import ArgumentParser
import Foundation
import GestureFlowAPI

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "The music that is there.", subcommands: [List.self, Search.self, Rescan.self, Problems.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists all tracks.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false
    func run() throws { try LibraryCommand.show(connection, search: nil, json: json) }
  }

  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Lists tracks whose title, artist, album or path holds every word.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false
    @Argument(help: "Words.") var words: [String]
    func run() throws { try LibraryCommand.show(connection, search: words.joined(separator: " "), json: json) }
  }

  struct Rescan: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rescan", abstract: "Reads all sticks anew; what has not changed is kept.")
    @OptionGroup var connection: Connection
    func run() throws { try connection.send(.rescan) }
  }

  struct Problems: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "problems", abstract: "Lists files that were skipped, with the reason.")
    @OptionGroup var connection: Connection
    @Flag(help: "Print JSON.") var json = false
    func run() throws {
      let data = try connection.data("GET", "/v1/library/problems?limit=10000")
      if json { return print(String(decoding: data, as: UTF8.self)) }
      for problem in try JSONDecoder().decode([LibraryProblem].self, from: data) {
        print("\(Terminal.plain(problem.path)): \(Terminal.plain(problem.reason))")
      }
    }
  }

  static func show(_ connection: Connection, search: String?, json: Bool) throws {
    var offset = 0
    let page = 1000
    var allowed = CharacterSet.urlQueryAllowed
    allowed.remove(charactersIn: "&=+?")
    let query = search.flatMap { $0.addingPercentEncoding(withAllowedCharacters: allowed) }.map { "&search=\($0)" } ?? ""
    while true {
      let data = try connection.data("GET", "/v1/library?limit=\(page)&offset=\(offset)\(query)")
      let tracks = try JSONDecoder().decode([LibraryTrack].self, from: data)
      if json, offset == 0, tracks.count < page { return print(String(decoding: data, as: UTF8.self)) }
      for track in tracks {
        if json {
          print(String(decoding: try JSONEncoder().encode(track), as: UTF8.self))
        } else {
          let length = track.lengthSeconds.map { StatusScreen.clock($0) } ?? "-"
          let who = track.artist.map { " - \($0)" } ?? ""
          print(
            "\(String(repeating: " ", count: max(0, 6 - length.count)))\(length)  \(Terminal.plain(track.title + who))  \(Terminal.plain(track.path))"
          )
        }
      }
      if tracks.count < page { return }
      offset += page
    }
  }
}
