import ArgumentParser
import GestureFlowAPI

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "play", abstract: "Plays.")
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(.play) }
}

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "pause", abstract: "Pauses; hands do not end this pause.")
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(.pause) }
}

struct ToggleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "toggle", abstract: "Plays or pauses, like the PLAY button.")
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(.toggle) }
}

struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "To the next track; in mode stems to the next set, in mode instrument to the next sound.")
  @OptionGroup var connection: Connection
  @Flag(help: "To the next folder.") var folder = false
  func run() throws { try connection.send(folder ? .nextFolder : .next) }
}

struct PrevCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prev", abstract: "To the track before; in mode stems to the set before, in mode instrument to the sound before.")
  @OptionGroup var connection: Connection
  @Flag(help: "To the folder before.") var folder = false
  func run() throws { try connection.send(folder ? .prevFolder : .prev) }
}

struct SeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "seek", abstract: "To a place of the track.")
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

struct SelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "select", abstract: "Plays a track of the library; in mode stems a set.")
  @OptionGroup var connection: Connection
  @Argument(help: "Its path, as `gfctl library list` shows it; a set also by its name or its place in the list, from 0.") var track: String
  func run() throws { try connection.send(try Command(.select, text: track)) }
}

struct ShutdownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "shutdown", abstract: "Fades the music and switches the box off.")
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(.shutdown) }
}
