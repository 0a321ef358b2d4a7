import ArgumentParser

/// Groups of sub-commands in the help of gfctl.
package enum CommandGroups {
  /// Titles of the groups with their commands' names, in display order.
  package static let all: [(title: String, names: [String])] = [
    (
      "Play",
      [
        "play", "pause", "toggle", "next", "prev", "seek", "select", "queue", "shuffle", "repeat", "scene", "volume", "speed", "pitch",
        "filter", "home", "hands", "swap-hands", "autopause", "panic",
      ]
    ),
    (
      "Modes",
      [
        "mode", "tier", "stem", "loop", "tempo", "stream", "output", "scale", "key", "range", "sound", "waveform", "effect", "bend",
        "legato",
        "midi",
      ]
    ),
    (
      "Box",
      [
        "status", "health", "watch", "aim", "events", "setup", "doctor", "test", "latency", "frame", "config", "network", "license",
        "version",
      ]
    ),
    ("Files", ["library", "import", "capture", "record", "replay", "backup", "restore", "update"]),
    ("Service", ["logs", "restart", "report", "reset", "shutdown"]),
  ]

  /// Returns the commands in their groups. Those of no group come last.
  static func of(_ commands: [any ParsableCommand.Type]) -> [CommandGroup] {
    let groups = all.map { title, names in
      CommandGroup(name: title, subcommands: names.compactMap { name in commands.first { $0._commandName == name } })
    }
    let known = Set(all.flatMap(\.names))
    let rest = commands.filter { !known.contains($0._commandName) }
    return groups + (rest.isEmpty ? [] : [CommandGroup(name: "Other", subcommands: rest)])
  }
}
