import ArgumentParser

/// A default sub-command whose arguments are free words. They are not mistyped sub-commands.
protocol TakesFreeWords {}

/// Finds mistyped sub-commands.
package enum CommandTree {
  /// Returns the complaint about a word that is not a sub-command. Returns nil if all words before the first option are
  /// sub-commands.
  /// - Parameter words: the command line without the program's name. A leading `help` is skipped.
  package static func complaint(_ words: [String]) -> String? {
    var command: any ParsableCommand.Type = GFCtl.self
    var path: [String] = []
    for word in words.first == "help" ? words[1...] : words[...] {
      let below = command.configuration.subcommands
      if word.hasPrefix("-") || below.isEmpty { return nil }
      let names = below.map { $0._commandName }
      guard let index = names.firstIndex(of: word) else {
        if command.configuration.defaultSubcommand is any TakesFreeWords.Type { return nil }
        let known = path.isEmpty ? names + ["help"] : names
        let help = (["gfctl", "help"] + path).joined(separator: " ")
        let hint = Spelling.hint(word, in: known)
        return
          "there is no command '\(Terminal.plain((path + [word]).joined(separator: " ")))'\(hint.isEmpty ? ": \(help) lists them all" : hint)"
      }
      command = below[index]
      path.append(word)
    }
    return nil
  }

  /// Returns the words after the names of sub-commands.
  static func arguments(_ words: [String]) -> [String] {
    var below = GFCtl.configuration.subcommands
    let rest = words.drop { word in
      guard let named = below.first(where: { $0._commandName == word }) else { return false }
      below = named.configuration.subcommands
      return true
    }
    return Array(rest)
  }
}
