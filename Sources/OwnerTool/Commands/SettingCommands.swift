import ArgumentParser
import GestureFlowAPI

struct ModeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "mode", abstract: "Changes what the hands play.")
  @OptionGroup var connection: Connection
  @Argument(help: "\(Mode.words).") var mode: String
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
  func run() throws { try connection.send(try Command(.volume, number: value)) }
}

struct SpeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "speed", abstract: "Sets the speed; the pitch stays.")
  @OptionGroup var connection: Connection
  @Argument(help: "0.1 to 2 times the original.") var value: Double
  func run() throws { try connection.send(try Command(.speed, number: value)) }
}

struct PitchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pitch", abstract: "Sets the pitch; the speed stays.")
  @OptionGroup var connection: Connection
  @Argument(help: "-2400 to 2400 cents.") var cents: Double
  func run() throws { try connection.send(try Command(.pitch, number: cents)) }
}

struct AutopauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "autopause", abstract: "Pause when nobody is there: on or off.")
  @OptionGroup var connection: Connection
  @Argument(help: "on or off.") var wish: Switch
  func run() throws { try connection.send(.autopause(wish == .on)) }
}

struct HandsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hands", abstract: "Whether hands mean anything: on or off.",
    discussion:
      "Off is the null mode: hands may do what they like until gfctl hands on, both fists for a second, or a double click on MODE.")
  @OptionGroup var connection: Connection
  @Argument(help: "on or off.") var wish: Switch
  func run() throws { try connection.send(.hands(wish == .on)) }
}

struct HomeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Back to the original: speed 1 and pitch 0.",
    discussion:
      "In mode stems the selected channel goes to volume 0.8 and pitch 0, and its loop ends. A fist held by the hand that plays does the same."
  )
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(.home) }
}
