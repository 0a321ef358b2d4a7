import ArgumentParser
import GestureFlowAPI

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "next", abstract: Command.row(of: .next).help)
  @OptionGroup var connection: Connection
  @Flag(help: "To the next folder.") var folder = false
  func run() throws { try connection.send(folder ? .nextFolder : .next) }
}

struct PrevCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "prev", abstract: Command.row(of: .prev).help)
  @OptionGroup var connection: Connection
  @Flag(help: "To the folder before.") var folder = false
  func run() throws { try connection.send(folder ? .prevFolder : .prev) }
}
