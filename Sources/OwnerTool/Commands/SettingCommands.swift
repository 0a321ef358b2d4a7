import ArgumentParser
import GestureFlowAPI

struct ModeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "mode", abstract: "Changes what the hands play.")
  @OptionGroup var connection: Connection
  @Argument(help: "player, stems, instrument or stream.") var mode: String
  func run() throws { try connection.send(try Command(.mode, text: mode)) }
}

struct TierCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tier", abstract: "Changes the tier.")
  @OptionGroup var connection: Connection
  @Argument(help: "free or pro.") var tier: String
  func run() throws { try connection.send(try Command(.tier, text: tier)) }
}

struct VolumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "volume", abstract: "Sets the volume.")
  @OptionGroup var connection: Connection
  @Argument(help: "0 to 1.") var value: Double
  func run() throws { try connection.send(.volume(value)) }
}

struct SpeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "speed", abstract: "Sets the speed; the pitch stays.")
  @OptionGroup var connection: Connection
  @Argument(help: "0.1 to 2 times the original.") var value: Double
  func run() throws { try connection.send(.speed(value)) }
}

struct PitchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pitch", abstract: "Sets the pitch; the speed stays.")
  @OptionGroup var connection: Connection
  @Argument(help: "-2400 to 2400 cents.") var cents: Double
  func run() throws { try connection.send(.pitch(cents: cents)) }
}

struct AutopauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "autopause", abstract: "Pause when nobody is there: on or off.")
  enum Wish: String, ExpressibleByArgument, CaseIterable { case on, off }
  @OptionGroup var connection: Connection
  @Argument(help: "on or off.") var wish: Wish
  func run() throws { try connection.send(.autopause(wish == .on)) }
}
