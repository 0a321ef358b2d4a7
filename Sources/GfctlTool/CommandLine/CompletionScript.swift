import ArgumentParser

/// Scripts with which shells complete the words of gfctl.
///
/// The parser's scripts do not know default sub-commands: after `gfctl update` they offer sub-commands, but not files.
package enum CompletionScript {
  /// A command that runs one of its sub-commands without its name.
  private struct Group {
    var path: [String]
    var names: [String]
    /// The default sub-command.
    var own: String

    /// Name of the shell's function.
    var function: String { "_" + path.joined(separator: "_") }
  }

  /// Returns the script that a command line asks for. Returns nil for another command line.
  static func asked(_ words: [String]) -> String? {
    let parts = words.first?.split(separator: "=", maxSplits: 1).map(String.init) ?? []
    guard parts.first == "--generate-completion-script" else { return nil }
    let named = parts.dropFirst().first ?? words.dropFirst().first
    let shell = named.map { CompletionShell(rawValue: $0) } ?? CompletionShell.autodetected()
    return shell.map { text(for: $0) }
  }

  /// Returns the script for a shell.
  package static func text(for shell: CompletionShell) -> String {
    groups(GFCtl.self).reduce(GFCtl.completionScript(for: shell)) { script, group in
      switch shell {
      case .bash: bash(script, group)
      case .zsh: zsh(script, group)
      default: fish(script, group)
      }
    }
  }

  private static func groups(_ command: any ParsableCommand.Type, below path: [String] = []) -> [Group] {
    let (path, commands) = (path + [command._commandName], command.configuration.subcommands)
    let inner = commands.flatMap { groups($0, below: path) }
    guard let own = command.configuration.defaultSubcommand else { return inner }
    return [Group(path: path, names: commands.map { $0._commandName }, own: own._commandName)] + inner
  }

  private static func bash(_ script: String, _ group: Group) -> String {
    let offer = #"COMPREPLY+=($(compgen -W '\#(group.names.joined(separator: " "))' -- "${cur}"))"# + "\n"
    let other = """
              unparsed_words=("${subcommand}" "${unparsed_words[@]}")
              \(group.function)_\(group.own)

      """
    // Only the first word may be a sub-command.
    return script.replacing(offer, with: "(( ${#unparsed_words[@]} )) || " + offer + other)
  }

  private static func zsh(_ script: String, _ group: Group) -> String {
    let named = """
      "\(group.function)_${words[1]}" && ret=0
                  ;;

      """
    let end = """
              esac
              ;;
          esac

      """
    let other = """
              *)
                  words=(\(group.own) "${words[@]}")
                  (( CURRENT++ ))
                  \(group.function)_\(group.own) && ret=0
                  ;;

      """
    let first = #"    [[ "${state}" = command ]] && \#(group.function)_\#(group.own) && ret=0"# + "\n"
    return script.replacing(named + end, with: named + other + end + first)
  }

  private static func fish(_ script: String, _ group: Group) -> String {
    let path = group.path.joined(separator: " ")
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let all = lines.flatMap { line -> [String] in
      let unnamed = line.replacing("\"\(path) \(group.own)\"", with: "\"\(path)\"")
      return unnamed == line ? [line] : [line, unnamed]
    }
    return all.joined(separator: "\n")
  }
}
