import ArgumentParser
import GestureFlowAPI

struct StemCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stem", abstract: "Shows or changes a channel of the stem set.",
    discussion:
      "gfctl stem 2 volume 50%, gfctl stem 2 pitch -50, gfctl stem 2 mute; mute and solo a second time take it back. Without a value it prints the present one, without a channel all of them."
  )

  enum Deed: String, ExpressibleByArgument, CaseIterable {
    case select, volume, pitch, mute, solo

    init?(argument: String) { self.init(rawValue: argument.lowercased()) }
  }

  @OptionGroup var connection: Connection
  @Argument(help: "1 to 4.", completion: .list(["1", "2", "3", "4"])) var channel: Int?
  @Argument(help: "select, volume, pitch, mute or solo.") var deed: Deed?
  @Argument(help: "Volume, such as 0.5, 50%, +5 or -5; or pitch from -200 to 200 cents.") var value: String?

  func validate() throws {
    guard let channel, let deed, let value, deed != .volume, deed != .pitch else { return }
    throw ValidationError("stem \(channel) \(deed.rawValue) takes no value, not '\(value)'")
  }

  func run() throws {
    guard let channel else { return try connection.show(.channel) }
    let stem = try StemWords.number(channel)
    guard let deed else { return print(StemTable.text(try PresentValue.channel(channel, try connection.status()))) }
    switch deed {
    case .select: try connection.send(.channel(stem))
    case .mute: try connection.send(.mute(channel: stem))
    case .solo: try connection.send(.solo(channel: stem))
    case .volume, .pitch:
      if let value { return try connection.send(try StemWords.command(stem, deed == .volume, value, status: connection.status)) }
      let present = try PresentValue.channel(channel, try connection.status())
      print(deed == .volume ? PresentValue.percent(present.volume) : "\(PresentValue.short(present.pitchCents)) cents")
    }
  }
}

/// Values of a stem's channel as people type them.
package enum StemWords {
  /// - Throws: `UsageError` for a channel that no set has.
  package static func number(_ channel: Int) throws(UsageError) -> StemNumber {
    guard let stem = StemNumber(channel) else { throw UsageError("stem takes a channel from 1 to 4, not \(channel)") }
    return stem
  }

  /// Makes the command that sets a channel's volume or pitch.
  /// - Throws: `UsageError`, `Failure` if the box has no such channel now, or the error of `status`.
  package static func command(_ stem: StemNumber, _ isVolume: Bool, _ word: String, status: () throws -> Status) throws -> Command {
    let what = "stem \(stem.number) \(isVolume ? "volume" : "pitch")"
    let range = isVolume ? Volume.range : StemCents.range
    let kind: NumberWord.Kind = isVolume ? .share : .cents
    let takes = (isVolume ? "a number from 0 to 1" : "a number from -200 to 200 (cents)") + TypedCommand.forms(kind)
    let value = try TypedCommand.number(word, kind, range, takes: takes, what: what) {
      try PresentValue.channel(stem.number, try status()).volume
    }
    if isVolume, let volume = Volume(value) { return .stemVolume(channel: stem, volume) }
    if !isVolume, let cents = StemCents(value) { return .stemPitch(channel: stem, cents: cents) }
    throw UsageError("\(what) takes \(takes)")
  }
}

struct LoopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: Command.row(of: .loop).help,
    discussion:
      "gfctl loop 2 1 3 repeats the second and the third quarter of channel 2; gfctl loop 2 off plays all of it; gfctl loop 2 shows what is repeated."
  )
  @OptionGroup var connection: Connection
  @Argument(help: "1 to 4.", completion: .list(["1", "2", "3", "4"])) var channel: String?
  @Argument(
    help: "Quarter of the channel's length with which the region begins, 0 to 3; or off.", completion: .list(["off", "0", "1", "2", "3"]))
  var start: String?
  @Argument(help: "Quarter before which it ends, 1 to 4.", completion: .list(["1", "2", "3", "4"])) var end: String?

  func run() throws {
    guard let channel else { return try connection.show(.loop) }
    guard let start else {
      let loop = try PresentValue.channel(Int(channel) ?? 0, try connection.status()).loop
      return print(StemStrips.text(loop ?? .whole))
    }
    let text = [channel, start.lowercased(), end].compactMap { $0 }.joined(separator: " ")
    try connection.send(try TypedCommand.made(.loop) { () throws(Problem) in try Command(.loop, text: text) })
  }
}
