import ArgumentParser
import Foundation
import GestureFlowAPI

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "The box's configuration.",
    subcommands: [Get.self, List.self, Set.self, Unset.self, Edit.self, Check.self, Path.self], defaultSubcommand: Get.self)

  struct Get: ParsableCommand, TakesFreeWords {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Shows all keys, or one.")
    @OptionGroup var connection: Connection
    @Argument(help: "Section and name, such as camera.rate.", completion: Completions.keys) var key: String?
    func run() throws {
      let entries = try connection.configuration().entries
      guard let key else { return entries.forEach { print(ConfigWords.line(of: $0)) } }
      print(try ConfigWords.entry(key, entries, besides: ConfigCommand.configuration.subcommands.map { $0._commandName }).value)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists all keys, or those that were changed.")
    @OptionGroup var connection: Connection
    @Flag(help: "Only keys whose value is not the default.") var changed = false
    func run() throws {
      let entries = try connection.configuration().entries.filter { !changed || $0.value != $0.defaultValue }
      for entry in entries { print(ConfigWords.line(of: entry)) }
      if entries.isEmpty { print("nothing was changed: all keys have their defaults") }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Changes a key in the box's own settings.")
    @OptionGroup var connection: Connection
    @Argument(help: "Section and name, such as camera.rate.", completion: Completions.keys) var key: String
    @Argument(help: "The value; a text needs no quotation marks.", completion: Completions.settings)
    var value: String
    @Flag(help: "Only check the value; nothing is changed.") var dryRun = false
    func run() throws {
      let entry = try ConfigWords.entry(key, try connection.configuration().entries)
      print(try connection.change(ConfigChange(key: entry.key, value: ConfigWords.written(value, for: entry), isDry: dryRun)))
    }
  }

  struct Unset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Removes a key from the box's own settings, so that its default applies again.")
    @OptionGroup var connection: Connection
    @Argument(help: "Section and name, such as camera.rate.", completion: Completions.keys) var key: String
    @Flag(help: "Only check; nothing is changed.") var dryRun = false
    func run() throws {
      let entry = try ConfigWords.entry(key, try connection.configuration().entries)
      print(try connection.change(ConfigChange(key: entry.key, value: nil, isDry: dryRun)))
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Changes keys in an editor. The box checks each value before it uses it.",
      discussion: "The editor is VISUAL, otherwise EDITOR, otherwise Debian's. If the box rejects a value, no key is changed.")
    @OptionGroup var connection: Connection
    func run() throws {
      let entries = try connection.configuration().entries
      let text = ConfigText.text(of: entries)
      let edited = try TextEditor(SystemPrograms()).edit(text)
      let changes = try ConfigText.changes(in: edited, of: entries)
      if changes.isEmpty { return print("nothing was changed") }
      for answer in try ConfigText.apply(changes, entries, put: connection.set) { print(answer) }
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Says what is wrong in the configuration files. Exit code 1 if something is.")
    @OptionGroup var connection: Connection
    func run() throws {
      try connection.send(.reload, quiet: true)
      let answer = try connection.configuration()
      for error in answer.errors { Terminal.complain(error) }
      if !answer.errors.isEmpty { throw ExitCode(1) }
      print(answer.files.isEmpty ? "no configuration file: the defaults are used" : "\(answer.files.joined(separator: ", ")): good")
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Shows which files are read; what comes later wins.")
    @OptionGroup var connection: Connection
    func run() throws {
      let files = try connection.configuration().files
      print(
        files.isEmpty
          ? "none; /etc/gestureflow/gestureflow.toml and /var/lib/gestureflow/settings.toml would be read" : files.joined(separator: "\n"))
    }
  }
}

extension Connection {
  /// Asks the box for its configuration.
  func configuration() throws -> ConfigAnswer { try get(ConfigAnswer.self, "/v1/config") }

  /// Changes a key.
  /// - Parameter value: in TOML syntax.
  /// - Returns: the answer of the box. - Throws: `ClientError` with the reason of a rejection.
  func set(_ key: String, to value: String) throws -> String { try change(ConfigChange(key: key, value: value)) }

  /// Sends a change of a key.
  /// - Returns: the answer of the box. - Throws: `ClientError` with the reason of a rejection.
  func change(_ change: ConfigChange) throws -> String {
    let data = try data("PUT", "/v1/config", body: try JSONEncoder().encode(change))
    return (try? JSONDecoder().decode(CommandAnswer.self, from: data).done) ?? "done"
  }
}

/// Keys of the configuration in words.
package enum ConfigWords {
  private static let width = 24

  /// Returns a key with its value, and its default if that differs.
  package static func line(of entry: ConfigEntry) -> String {
    let changed = entry.value == entry.defaultValue ? "" : "   (default \(Terminal.plain(entry.defaultValue)))"
    return
      "\(entry.key.padding(toLength: max(width, entry.key.count), withPad: " ", startingAt: 0)) \(Terminal.plain(entry.value))\(changed)"
  }

  /// Returns the entry of a key.
  /// - Parameter besides: sub-commands that may have been meant.
  /// - Throws: `Failure` with a similar key, if there is one.
  package static func entry(_ key: String, _ entries: [ConfigEntry], besides: [String] = []) throws(Failure) -> ConfigEntry {
    if let entry = entries.first(where: { $0.key == key }) ?? entries.first(where: { $0.key == key.lowercased() }) { return entry }
    let near = Spelling.nearest(key, in: besides) ?? Spelling.nearest(key, in: entries.map(\.key))
    throw Failure(
      "there is no key '\(Terminal.plain(key))'", remedy: near.map { "did you mean '\($0)'?" } ?? "gfctl config list shows them all")
  }

  /// Returns the words that a key takes. A key that takes other values has none.
  package static func choices(of entry: ConfigEntry) -> [String] {
    if entry.defaultValue == "true" || entry.defaultValue == "false" { return ["true", "false"] }
    guard entry.allowed.hasPrefix("one of ") else { return [] }
    return entry.allowed.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// Returns a typed value in TOML syntax. A person may also type on and off for switches, and words with any capitals.
  package static func written(_ value: String, for entry: ConfigEntry) -> String {
    let choices = choices(of: entry)
    if choices.first == "true", let flag = ChoiceWord.flag(value) { return flag ? "true" : "false" }
    return entry.written(ChoiceWord.word(value, in: choices) ?? value)
  }
}

/// The configuration as a text for an editor.
package enum ConfigText {
  /// Returns all keys with their values and what they take.
  package static func text(of entries: [ConfigEntry]) -> String {
    var lines = [
      "# Settings of the box. Change values, save and close the editor; lines that you take out change nothing.",
      "# The value after 'default' restores the original.",
    ]
    // A section may have keys in several places of the list, but TOML names it once.
    var sections: [String] = []
    for entry in entries where !sections.contains(split(entry.key).section) { sections.append(split(entry.key).section) }
    for section in sections {
      lines += ["", "[\(section)]"]
      for entry in entries where split(entry.key).section == section {
        lines += ["# \(cleaned(entry.allowed, limit: 300)); default \(entry.defaultValue)", "\(split(entry.key).short) = \(entry.value)"]
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the keys whose values differ from those of the box.
  /// - Returns: keys with their new values in TOML syntax, in the order of the entries.
  /// - Throws: `Failure` with the line of an unknown key or a syntax error.
  package static func changes(in text: String, of entries: [ConfigEntry]) throws(Failure) -> [ConfigChange] {
    let edited = try read(text)
    let now = try read(self.text(of: entries))
    for (section, item) in edited.items.sorted(by: { $0.value.line < $1.value.line }) {
      guard case .table(let inner) = item.value else {
        throw Failure("line \(item.line): '\(cleaned(section, limit: 60))' is not in a section", remedy: "put it below its [section]")
      }
      for (short, item) in inner.items.sorted(by: { $0.value.line < $1.value.line })
      where !entries.contains(where: { $0.key == "\(section).\(short)" }) {
        let key = cleaned("\(section).\(short)", limit: 60)
        throw Failure(
          "line \(item.line): there is no key '\(key)'",
          remedy: Spelling.nearest(key, in: entries.map(\.key)).map { "did you mean '\($0)'?" } ?? "gfctl config list shows them all")
      }
    }
    return entries.compactMap { entry in
      guard let value = self.value(entry.key, edited), value != self.value(entry.key, now) else { return nil }
      return ConfigChange(key: entry.key, value: toml(value))
    }
  }

  /// Sends the changes one after the other. If the box rejects one, the former get their old values back.
  /// - Returns: a line for each change. - Throws: the box's error.
  package static func apply(
    _ changes: [ConfigChange], _ entries: [ConfigEntry], put: (_ key: String, _ value: String) throws -> String
  ) throws -> [String] {
    var answers: [String] = []
    for (place, change) in changes.enumerated() {
      do { answers.append("\(change.key): \(try put(change.key, change.value ?? ""))") } catch {
        for former in changes[..<place].reversed() {
          if let old = entries.first(where: { $0.key == former.key })?.value { _ = try? put(former.key, old) }
        }
        throw error
      }
    }
    return answers
  }

  private static func read(_ text: String) throws(Failure) -> TOMLTable {
    do throws(TOMLFault) { return try TOMLReader.read(text) } catch {
      throw Failure("line \(error.line): \(error)", remedy: "nothing was changed; edit it again")
    }
  }

  private static func split(_ key: String) -> (section: String, short: String) {
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : "")
  }

  private static func value(_ key: String, _ table: TOMLTable) -> TOMLValue? {
    let (section, short) = split(key)
    guard case .table(let inner)? = table[section] else { return nil }
    return inner[short].map(comparable)
  }

  /// Returns a value without the lines of its tables. Whole numbers become numbers.
  private static func comparable(_ value: TOMLValue) -> TOMLValue {
    switch value {
    case .whole(let number): .number(Double(number))
    case .list(let values): .list(values.map(comparable))
    case .table(let table): .table(TOMLTable(items: table.items.mapValues { .init(line: 0, value: comparable($0.value)) }))
    default: value
    }
  }

  /// Returns a value in TOML syntax, on one line.
  static func toml(_ value: TOMLValue) -> String {
    switch value {
    case .flag(let flag): return flag ? "true" : "false"
    case .whole(let number): return "\(number)"
    case .number(let number):
      if number.isNaN { return "nan" }
      if number.isInfinite { return number < 0 ? "-inf" : "inf" }
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .text(let text): return quoted(text)
    case .date(let text): return text
    case .list(let values): return "[" + values.map(toml).joined(separator: ", ") + "]"
    case .table(let table):
      return "{ " + table.items.sorted { $0.key < $1.key }.map { "\(quoted($0.key)) = \(toml($0.value.value))" }.joined(separator: ", ")
        + " }"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: quoted += String(format: "\\u%04X", scalar.value)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// The person's editor.
package struct TextEditor: Sendable {
  /// Longest edited text, in bytes.
  static let mostBytes = 1 << 20
  private let programs: any ExternalPrograms
  private let environment: [String: String]

  /// - Parameters:
  ///   - programs: a double in tests. - environment: has the editor's name.
  package init(_ programs: any ExternalPrograms, environment: [String: String] = ProcessInfo.processInfo.environment) {
    (self.programs, self.environment) = (programs, environment)
  }

  /// Lets a person edit a text.
  /// - Returns: the text when the editor has ended.
  /// - Throws: `Failure` if there is no editor, it fails, or the text cannot be read.
  package func edit(_ text: String) throws(Failure) -> String {
    let name = NSTemporaryDirectory() + "gfctl-\(UInt64.random(in: 0...UInt64.max)).toml"
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("\(name) cannot be written (\(String(cString: strerror(errno))))", remedy: "check TMPDIR") }
    defer { unlink(name) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(text.utf8))
      try handle.close()
    } catch { throw Failure("\(name) cannot be written", remedy: "make room in \(NSTemporaryDirectory())") }
    let editor = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "sensible-editor"
    // The name may have arguments, such as `code --wait`, so the shell runs it.
    switch programs.interact("/bin/sh", ["-c", "\(editor) \"$1\"", "gfctl", name]) {
    case 0: break
    case 127?: throw Failure("there is no editor '\(Terminal.plain(editor))'", remedy: "set EDITOR, such as EDITOR=nano gfctl config edit")
    default: throw Failure("the editor '\(Terminal.plain(editor))' failed", remedy: "nothing was changed")
    }
    guard let data = FileManager.default.contents(atPath: name), data.count <= Self.mostBytes,
      let edited = String(validating: data, as: UTF8.self)
    else { throw Failure("the edited text cannot be read", remedy: "save it as UTF-8 text; nothing was changed") }
    return edited
  }
}
