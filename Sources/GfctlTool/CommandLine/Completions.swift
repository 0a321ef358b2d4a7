import ArgumentParser
import Bluetooth
import Foundation
import GestureFlowAPI

/// Words that a shell offers after TAB. Those of the box are empty if it does not answer soon.
package enum Completions {
  /// Tracks by their titles. In mode stems sets by their names.
  static let music = entries { line in
    guard line.get(Status.self, "/v1/status")?.stems != nil else { return Completions.titles(line) }
    return (line.get([LibraryStemSet].self, "/v1/library/stems") ?? []).map(\.name)
  }
  /// Tracks by their titles.
  static let tracks = entries { Completions.titles($0) }
  /// Numbers of the queue.
  static let queued = entries { ($0.get([QueuedTrack].self, "/v1/queue") ?? []).map { "\($0.number)" } }
  static let sounds = entries { ($0.get([String].self, "/v1/sounds") ?? []) + ["list"] }
  static let streams = entries { ($0.get(StreamStatus.self, "/v1/stream")?.sources.map(\.name) ?? []) + ["next", "auto"] }
  static let captures = entries { ($0.get([Capture].self, "/v1/captures") ?? []).map(\.name) }
  static let ports = entries { Completions.names(of: $0.get(Status.self, "/v1/status")?.midi) }
  /// Parameters that MIDI gear can play.
  static let parameters = entries { _ in MIDIParameter.words }
  /// Parameters that MIDI gear plays now.
  static let learned = entries { $0.get(Status.self, "/v1/status")?.midi?.learned.map(\.parameter) ?? [] }
  /// MIDI devices that BlueZ knows, by their names and addresses.
  static let devices = entries { _ in Completions.names(where: \.isMIDI) }
  /// Those of them that are paired.
  static let paired = entries { _ in Completions.names(where: \.isPaired) }
  static let keys = entries { $0.get(ConfigAnswer.self, "/v1/config")?.entries.map(\.key) ?? [] }
  /// Words that the key of the line takes.
  static let settings = CompletionKind.custom { words, index, typed in
    let entries = UnfinishedLine(words, index, typed).get(ConfigAnswer.self, "/v1/config")?.entries ?? []
    return Completions.values(words, entries).map { literal($0, for: CompletionShell.requesting) }
  }

  /// Returns the words that the last key among some words takes.
  package static func values(_ words: [String], _ entries: [ConfigEntry]) -> [String] {
    guard let entry = words.lazy.reversed().compactMap({ word in entries.first { $0.key == word } }).first else { return [] }
    return ConfigWords.choices(of: entry)
  }

  /// Returns the names of MIDI ports as `gfctl midi connect` takes them.
  package static func names(of midi: MIDIStatus?) -> [String] {
    (midi?.ports ?? []).map { "\($0.client):\($0.name)" }
  }

  private static func names(where isOffered: (BluetoothDevice) -> Bool) -> [String] {
    ((try? BlueZ().known()) ?? []).filter(isOffered).flatMap { [$0.name, $0.address] }
  }

  /// Returns the titles of tracks that hold every word of the argument.
  private static func titles(_ line: UnfinishedLine) -> [String] {
    let text = line.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return (line.get([LibraryTrack].self, "/v1/library?limit=1000" + (text.isEmpty ? "" : "&search=\(text)")) ?? []).map(\.title)
  }

  /// Offers the entries of a list that begin as the argument does. They may have several words.
  private static func entries(_ list: @escaping @Sendable (UnfinishedLine) -> [String]) -> CompletionKind {
    .custom { words, index, typed in
      let line = UnfinishedLine(words, index, typed)
      return list(line).compactMap { line.rest(of: $0) }.map { literal($0, for: CompletionShell.requesting) }
    }
  }

  /// Returns a word in the form that a shell's script takes.
  ///
  /// Names of devices and titles come from outside. The script of bash expands the words, and puts them into the line
  /// as they are: so each special character is escaped twice. zsh takes the text behind a colon for a description, and
  /// quotes the rest itself.
  package static func literal(_ word: String, for shell: CompletionShell?) -> String {
    let word = word.filter { !$0.isNewline }
    switch shell {
    case .bash: return escaped(escaped(word, but: " "), but: "")
    case .zsh: return word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    default: return word
    }
  }

  /// Returns a word with a backslash before each special character.
  private static func escaped(_ word: String, but plain: String) -> String {
    word.map { $0.isLetter || $0.isNumber || "-_./:+,@%".contains($0) || plain.contains($0) ? "\($0)" : "\\\($0)" }.joined()
  }
}

/// A command line at which a shell asks for words.
struct UnfinishedLine {
  /// Longest wait for the box, in seconds.
  private static let patience = 1.0
  /// Options with a value, which is not a part of the argument.
  private static let valued: Set = ["--socket", "--seconds", "--output", "-o", "--lines"]

  /// The argument up to the cursor, of one or more words.
  let text: String
  /// The word at the cursor.
  private let typed: String
  private let connection: Connection

  /// - Parameters:
  ///   - words: of the whole line, as the shell has them.
  ///   - index: of the word at the cursor. - typed: that word, up to the cursor.
  init(_ words: [String], _ index: Int, _ typed: String) {
    let words = CommandTree.arguments(words.prefix(max(index, 0)).dropFirst().map(Self.unquoted))
    var connection = Connection.standard
    var before: [String] = []
    for (place, word) in words.enumerated() {
      let option = place > 0 ? words[place - 1] : ""
      if Self.valued.contains(option) {
        if option == "--socket" { connection.socket = word }
      } else if word.hasPrefix("--socket=") {
        connection.socket = String(word.dropFirst("--socket=".count))
      } else if word == "-" || !word.hasPrefix("-") {
        before.append(word)
      }
    }
    self.connection = connection
    // bash takes a colon for a word of its own. Names of ports and addresses have colons.
    let isColon = typed == ":"
    self.typed = isColon ? "" : Self.unquoted(typed)
    let all = before + (isColon ? [":"] : []) + [self.typed]
    text = all.joined(separator: " ").replacing(" : ", with: ":")
  }

  /// Returns an entry from the word at the cursor on.
  ///
  /// It begins exactly as typed, because shells compare capitals.
  /// - Returns: nil for an entry that begins in another way.
  func rest(of entry: String) -> String? {
    guard !text.isEmpty else { return entry }
    return entry.range(of: text, options: [.caseInsensitive, .anchored]).map { typed + String(entry[$0.upperBound...]) }
  }

  /// Asks the box.
  /// - Returns: nil if it does not answer soon.
  func get<T: Decodable>(_ type: T.Type, _ path: String) -> T? {
    let answer = try? connection.client(readOnly: true).ask("GET", path, timeout: Self.patience)
    guard let answer, answer.status < 400 else { return nil }
    return try? JSONDecoder().decode(type, from: answer.body)
  }

  /// Returns a word without the quotation marks and backslashes of the shell.
  private static func unquoted(_ word: String) -> String {
    var isEscaped = false
    return word.filter { character in
      defer { isEscaped = character == "\\" && !isEscaped }
      return isEscaped || !"\\\"'".contains(character)
    }
  }
}

extension Connection {
  /// The box of the environment.
  static var standard: Connection { (try? Connection.parse([])) ?? Connection() }
}
