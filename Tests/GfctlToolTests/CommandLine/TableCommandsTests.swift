import ArgumentParser
import GestureFlowAPI
import GfctlTool
import Testing

/// The sub-commands of gfctl that come from the table of commands.
@Suite struct TableCommandsTests {
  /// Returns every sub-command by its words.
  private static func every(_ command: any ParsableCommand.Type, _ path: [String] = []) -> [[String]] {
    command.configuration.subcommands.flatMap { sub in
      let words = path + [sub.configuration.commandName ?? "\(sub)".lowercased()]
      return [words] + every(sub, words)
    }
  }

  @Test func `every row has its sub-command, and no sub-command is there twice`() {
    let every = Self.every(GFCtl.self).map { $0.joined(separator: " ") }
    #expect(Set(every).count == every.count, "\(every)")
    for name in Command.Name.allCases {
      let words = Command.row(of: name).gfctl ?? name.rawValue
      #expect(words.isEmpty || every.contains(words), "\(name)")
    }
  }

  @Test(arguments: [
    ["play"], ["speed", "1.5"], ["pitch", "--", "-200"], ["mode", "stems"], ["hands", "off"], ["select", "a.flac"], ["midi", "panic"],
    ["midi", "connect", "Keys"], ["speed"], ["scale", "pentatonic", "minor"], ["midi", "learn", "cancel"], ["library", "rescan"],
    ["license", "remove"], ["capture", "start"], ["queue"], ["queue", "moon", "river"], ["queue", "remove", "2"], ["queue", "clear"],
    ["shuffle"], ["shuffle", "on"], ["repeat", "track"], ["scene"], ["scene", "save", "1"], ["swap-hands"], ["test", "speaker"],
    ["test", "camera"], ["network"], ["network", "off"], ["network", "page"], ["network", "page", "on"], ["network", "page", "code"],
    ["config", "unset", "camera.rate"],
    ["config", "set", "--dry-run", "camera.rate", "30"],
  ])
  func `a row's command line is read`(words: [String]) throws { _ = try GFCtl.parseAsRoot(words) }

  @Test(arguments: [
    ["play", "1"], ["speed", "1", "2"], ["hands", "on", "off"], ["play", "--loud"], ["stauts"], ["1"], ["test"], ["network", "pgae"],
    ["network", "page", "code", "1"],
  ])
  func `too many words and unknown ones are refused`(words: [String]) {
    #expect(throws: (any Error).self) { _ = try GFCtl.parseAsRoot(words) }
  }

  @Test func `help and completion of a row hold what it takes`() {
    let speed = GFCtl.helpMessage(for: type("speed"), columns: 200)
    #expect(speed.contains("Sets the speed; the pitch stays.") && speed.contains("From 0.1 to 2 (times the original speed), such as 0.8"))
    #expect(GFCtl.helpMessage(for: type("mode"), columns: 200).contains(Mode.allCases.map(\.rawValue).joined(separator: ", ")))
    #expect(!GFCtl.helpMessage(for: type("play"), columns: 200).contains("ARGUMENTS"))
    let fish = GFCtl.completionScript(for: .fish)
    #expect(fish.contains("theremin") && fish.contains("pentatonicMajor") && fish.contains("Sets the speed"))
  }

  private func type(_ word: String) -> any ParsableCommand.Type {
    GFCtl.configuration.subcommands.first { $0.configuration.commandName == word } ?? GFCtl.self
  }
}
