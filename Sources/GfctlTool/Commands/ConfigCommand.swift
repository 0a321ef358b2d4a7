import ArgumentParser
import Foundation
import GestureFlowAPI

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "The box's configuration.", subcommands: [Get.self, Set.self, Check.self, Path.self],
    defaultSubcommand: Get.self)

  struct Get: ParsableCommand, TakesFreeWords {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Shows all keys, or one.")
    @OptionGroup var connection: Connection
    @Argument(help: "Section and name, such as camera.rate.") var key: String?
    func run() throws {
      let entries = try connection.get(ConfigAnswer.self, "/v1/config").entries
      if let key {
        let entry = try ConfigWords.entry(key, entries)
        return print(entry.value)
      }
      for entry in entries {
        let changed = entry.value == entry.defaultValue ? "" : "   (default \(entry.defaultValue))"
        print("\(entry.key.padding(toLength: 24, withPad: " ", startingAt: 0)) \(Terminal.plain(entry.value))\(changed)")
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "set", abstract: "Changes a key in the box's own settings.")
    @OptionGroup var connection: Connection
    @Argument(help: "Section and name, such as camera.rate.") var key: String
    @Argument(help: "The value; a text needs no quotation marks.") var value: String
    func run() throws {
      let entries = try connection.get(ConfigAnswer.self, "/v1/config").entries
      let entry = try ConfigWords.entry(key, entries)
      let body = try JSONEncoder().encode(ConfigChange(key: key, value: entry.written(value)))
      let data = try connection.data("PUT", "/v1/config", body: body)
      print((try? JSONDecoder().decode(CommandAnswer.self, from: data).done) ?? "done")
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Says what is wrong in the configuration files. Exit code 1 if something is.")
    @OptionGroup var connection: Connection
    func run() throws {
      try connection.send(.reload, quiet: true)
      let answer = try connection.get(ConfigAnswer.self, "/v1/config")
      for error in answer.errors { Terminal.complain(error) }
      if !answer.errors.isEmpty { throw ExitCode(1) }
      print(answer.files.isEmpty ? "no configuration file: the defaults are used" : "\(answer.files.joined(separator: ", ")): good")
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "path", abstract: "Shows which files are read; what comes later wins.")
    @OptionGroup var connection: Connection
    func run() throws {
      let files = try connection.get(ConfigAnswer.self, "/v1/config").files
      print(
        files.isEmpty
          ? "none; /etc/gestureflow/gestureflow.toml and /var/lib/gestureflow/settings.toml would be read" : files.joined(separator: "\n"))
    }
  }
}

/// Keys of the configuration in words.
package enum ConfigWords {
  /// Returns the entry of a key.
  /// - Throws: `Failure` with a similar key, if there is one.
  package static func entry(_ key: String, _ entries: [ConfigEntry]) throws(Failure) -> ConfigEntry {
    if let entry = entries.first(where: { $0.key == key }) { return entry }
    let near = Spelling.nearest(key, in: entries.map(\.key))
    throw Failure("there is no key '\(Terminal.plain(key))'", remedy: near.map { "did you mean '\($0)'?" } ?? "gfctl config get shows all")
  }
}
