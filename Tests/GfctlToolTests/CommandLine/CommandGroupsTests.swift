import ArgumentParser
import GfctlTool
import Testing

/// The help of gfctl.
@Suite struct CommandGroupsTests {
  @Test func `every command stands in one group and every name is a command`() {
    let commands = GFCtl.configuration.subcommands.map { $0._commandName }
    let named = CommandGroups.all.flatMap(\.names)
    #expect(Set(commands) == Set(named) && Set(named).count == named.count && commands.count == named.count)
    #expect(
      GFCtl.configuration.ungroupedSubcommands.isEmpty
        && GFCtl.configuration.groupedSubcommands.map(\.name) == CommandGroups.all.map(\.title))
  }

  @Test func `the help shows the groups in order`() throws {
    let help = GFCtl.helpMessage(columns: 100)
    var rest = help[...]
    for title in CommandGroups.all.map({ $0.title.uppercased() }) {
      let found = try #require(rest.range(of: title), "\(title) in \(help)")
      rest = rest[found.upperBound...]
    }
  }

  @Test func `scripts of shells complete words of the box, files and fixed words`() {
    let bash = GFCtl.completionScript(for: .bash)
    for path in [
      "config set", "config get", "select", "sound", "stream", "midi connect", "midi disconnect", "capture get", "midi learn forget",
    ] {
      #expect(bash.contains("---completion \(path) --"), "\(path)")
    }
    let fish = GFCtl.completionScript(for: .fish)
    for word in ["mixolydian", "autopause", "reverb", "restore", "setup", "trackChanged", "solo"] {
      #expect(fish.contains(word), "\(word)")
    }
  }
}
