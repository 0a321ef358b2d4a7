import Foundation
import GestureFlowAPI

/// Words that a shell offers after TAB. Those of the box are empty if it does not answer soon.
package enum Completions {
  /// Longest wait for the box, in seconds.
  private static let patience = 1.0

  /// Returns parts of the library that begin as typed. They are tracks by their title, or sets by their name in mode
  /// stems.
  static func tracks(_ words: [String], _ typed: String) -> [String] {
    if get(Status.self, "/v1/status")?.stems != nil { return (get([LibraryStemSet].self, "/v1/library/stems") ?? []).map(\.name) }
    return (get([LibraryTrack].self, "/v1/library?limit=1000" + (typed.isEmpty ? "" : "&search=\(escaped(typed))")) ?? []).map(\.title)
  }

  static func sounds() -> [String] { (get([String].self, "/v1/sounds") ?? []) + ["list"] }
  static func streams() -> [String] { (get(StreamStatus.self, "/v1/stream")?.sources.map(\.name) ?? []) + ["next", "auto"] }
  static func captures() -> [String] { get([Capture].self, "/v1/captures")?.map(\.name) ?? [] }
  static func ports() -> [String] { names(of: get(Status.self, "/v1/status")?.midi) }
  static func learned() -> [String] { get(Status.self, "/v1/status")?.midi?.learned.map(\.parameter) ?? [] }
  static func keys() -> [String] { get(ConfigAnswer.self, "/v1/config")?.entries.map(\.key) ?? [] }

  /// Returns the words that the key of a command line takes.
  static func values(_ words: [String]) -> [String] { values(words, get(ConfigAnswer.self, "/v1/config")?.entries ?? []) }

  /// Returns the words that the last key among some words takes.
  package static func values(_ words: [String], _ entries: [ConfigEntry]) -> [String] {
    guard let entry = words.lazy.reversed().compactMap({ word in entries.first { $0.key == word } }).first else { return [] }
    return ConfigWords.choices(of: entry)
  }

  /// Returns the names of MIDI ports as `gfctl midi connect` takes them.
  package static func names(of midi: MIDIStatus?) -> [String] {
    (midi?.ports ?? []).map { "\($0.client):\($0.name)" }
  }

  private static func get<T: Decodable>(_ type: T.Type, _ path: String) -> T? {
    let connection = Connection.standard
    let answer = try? connection.client(readOnly: true).ask("GET", path, timeout: patience)
    guard let answer, answer.status < 400 else { return nil }
    return try? JSONDecoder().decode(type, from: answer.body)
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension Connection {
  /// The box of the environment.
  static var standard: Connection { (try? Connection.parse([])) ?? Connection() }
}
