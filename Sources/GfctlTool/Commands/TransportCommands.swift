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

struct SeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "seek", abstract: Command.row(of: .seek).help)
  @OptionGroup var connection: Connection
  @Argument(help: "Seconds, or minutes:seconds.") var place: String
  func run() throws {
    let parts = place.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0 != nil && $0! >= 0 && $0!.isFinite }) else {
      throw ValidationError("seek takes seconds or minutes:seconds, not '\(place)'")
    }
    try connection.send(try Command(.seek, number: parts.reduce(0) { $0 * 60 + $1! }))
  }
}
