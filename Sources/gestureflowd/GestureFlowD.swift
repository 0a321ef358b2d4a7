import ArgumentParser
import GestureFlowAPI

struct GestureFlowD: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestureflowd", abstract: "Plays music that hands in front of a camera change, start and stop.", version: Version.current,
    subcommands: [RunCommand.self, GaveUpCommand.self], defaultSubcommand: RunCommand.self)
}
