import ArgumentParser
import GestureFlowAPI

/// The sub-commands of gfctl that come from the table of commands. They take nothing, or one value.
///
/// The argument parser wants a type for each sub-command. These types are made while the program runs: the row
/// is counted in generic parameters.
package enum TableCommands {
  /// The words of a command on gfctl's command line. The list is empty if gfctl has another way.
  static func words(of name: Command.Name) -> [String] {
    (Command.row(of: name).gfctl ?? name.rawValue).split(separator: " ").map(String.init)
  }

  /// Most numbers of a range that help and completion list.
  static let mostNumbers = 8

  /// First words of commands that a negative number may follow.
  package static let takingNumbers = Set(
    Command.Name.allCases.filter { Command.row(of: $0).argument.takesNumber }.compactMap { words(of: $0).first })

  /// The sub-commands below some words, in the order of the table.
  /// - Parameters:
  ///   - path: the words; none for gfctl itself.
  ///   - own: sub-commands with arguments or results of their own: they take the place of their row.
  static func below(_ path: [String] = [], own: [any ParsableCommand.Type] = []) -> [any ParsableCommand.Type] {
    var (all, seen): ([any ParsableCommand.Type], Set<String>) = ([], [])
    for name in Command.Name.allCases {
      let words = words(of: name)
      guard words.starts(with: path), let word = words.dropFirst(path.count).first, seen.insert(word).inserted else { continue }
      all.append(own.first { $0._commandName == word } ?? type(for: name))
    }
    return all + own.filter { !seen.contains($0._commandName) }
  }

  /// The sub-command of a row.
  static func type(for name: Command.Name) -> any ParsableCommand.Type {
    var row: any TableRow.Type = FirstRow.self
    while row.name != name { row = next(row) }
    return command(row)
  }

  private static func next<Row: TableRow>(_ row: Row.Type) -> any TableRow.Type { RowAfter<Row>.self }

  private static func command<Row: TableRow>(_ row: Row.Type) -> any ParsableCommand.Type {
    switch Row.row.argument {
    case .none: PlainCommand<Row>.self
    case .text, .form: WordsCommand<Row>.self
    default: ValueCommand<Row>.self
    }
  }
}

/// A row of the table of commands, as a type.
protocol TableRow { static var index: Int { get } }

enum FirstRow: TableRow { static var index: Int { 0 } }

enum RowAfter<Before: TableRow>: TableRow { static var index: Int { Before.index + 1 } }

extension TableRow {
  static var name: Command.Name { Command.Name.allCases[index] }
  static var row: CommandRow { Command.row(of: name) }

  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: TableCommands.words(of: name).last, abstract: row.help, discussion: row.more)
  }

  /// The words that the argument may be; nil for any.
  private static var choices: [String]? {
    switch row.argument {
    case .flag: ["on", "off"]
    case .text(let words) where !words.isEmpty: words
    case .whole(let range, _) where range.count <= TableCommands.mostNumbers: range.map { "\($0)" }
    default: nil
    }
  }

  static var help: ArgumentHelp {
    let allowed: String? =
      switch row.argument {
      case .number:
        row.argument.allowed.replacing("a number from", with: "From") + TypedCommand.forms(TypedCommand.kind(of: name)) + "."
      default: choices.map { $0.joined(separator: ", ") + "." }
      }
    return ArgumentHelp([allowed, row.value].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " "), valueName: valueName)
  }

  private static var valueName: String {
    if case .whole = row.argument { return "number" }
    return choices == nil ? "value" : name.rawValue
  }

  static var completion: CompletionKind {
    switch name {
    case .midiConnect, .midiDisconnect: Completions.ports
    case .queueRemove: Completions.queued
    default: choices.map { .list($0) } ?? .default
    }
  }
}

/// A command that takes nothing.
struct PlainCommand<Row: TableRow>: ParsableCommand {
  static var configuration: CommandConfiguration { Row.configuration }
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(try Command(Row.name)) }
}

/// A command that takes a number or a switch.
struct ValueCommand<Row: TableRow>: ParsableCommand {
  static var configuration: CommandConfiguration { Row.configuration }
  @OptionGroup var connection: Connection
  @Argument(help: Row.help, completion: Row.completion) var value: String?
  func run() throws { try connection.send(Row.name, value) }
}

/// A command that takes a text. Its words need no quotation marks.
struct WordsCommand<Row: TableRow>: ParsableCommand {
  static var configuration: CommandConfiguration { Row.configuration }
  @OptionGroup var connection: Connection
  @Argument(help: Row.help, completion: Row.completion) var words: [String] = []
  func run() throws { try connection.send(Row.name, words.isEmpty ? nil : words.joined(separator: " ")) }
}

extension Connection {
  /// Asks the box for its status.
  func status() throws -> Status { try get(Status.self, "/v1/status", readOnly: true) }

  /// Prints the present value of a command.
  /// - Throws: `UsageError` if the command has none.
  func show(_ name: Command.Name) throws {
    guard let text = try PresentValue.text(name, try status()) else {
      throw UsageError("\(TypedCommand.title(name)) takes \(TypedCommand.takes(name))")
    }
    print(text)
  }

  /// Sends a command with a value as people type it. Without a value it prints the present one.
  func send(_ name: Command.Name, _ word: String?) throws {
    guard let word else { return try show(name) }
    try send(try TypedCommand.command(name, word, status: status))
  }
}
