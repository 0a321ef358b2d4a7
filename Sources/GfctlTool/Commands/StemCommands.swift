import ArgumentParser
import GestureFlowAPI

struct StemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stem", abstract: "Changes a channel of the stem set.",
    discussion: "gfctl stem 2 volume 0.5, gfctl stem 2 pitch -50, gfctl stem 2 mute; mute and solo a second time take it back.")

  enum Deed: String, ExpressibleByArgument, CaseIterable { case select, volume, pitch, mute, solo }

  @OptionGroup var connection: Connection
  @Argument(help: "1 to 4.") var channel: Int
  @Argument(help: "select, volume, pitch, mute or solo.") var deed: Deed
  @Argument(help: "Volume from 0 to 1, or pitch from -200 to 200 cents.") var value: Double?

  func validate() throws {
    switch deed {
    case .volume, .pitch:
      if value == nil { throw ValidationError("stem \(channel) \(deed.rawValue) takes a value") }
    case .select, .mute, .solo:
      if value != nil { throw ValidationError("stem \(channel) \(deed.rawValue) takes no value") }
    }
  }

  func run() throws {
    let (number, text) = (Double(channel), "\(channel) \(value ?? 0)")
    switch deed {
    case .select: try connection.send(try Command(.channel, number: number))
    case .volume: try connection.send(try Command(.stemVolume, text: text))
    case .pitch: try connection.send(try Command(.stemPitch, text: text))
    case .mute: try connection.send(try Command(.mute, number: number))
    case .solo: try connection.send(try Command(.solo, number: number))
    }
  }
}

struct LoopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: Command.row(of: .loop).help,
    discussion: "gfctl loop 2 1 3 repeats the second and the third quarter of channel 2; gfctl loop 2 off plays all of it.")
  @OptionGroup var connection: Connection
  @Argument(help: "1 to 4.") var channel: String
  @Argument(help: "Quarter of the channel's length with which the region begins, 0 to 3; or off.") var start: String
  @Argument(help: "Quarter before which it ends, 1 to 4.") var end: String?
  func run() throws {
    try connection.send(try Command(.loop, text: [channel, start, end].compactMap { $0 }.joined(separator: " ")))
  }
}
