import ArgumentParser
import BoxClient
import GestureFlowAPI

struct RangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "range", abstract: Command.row(of: .range).help,
    discussion: "gfctl range C3 C5, or by MIDI numbers gfctl range 48 72; an octave at least.")
  @OptionGroup var connection: Connection
  @Argument(help: "The lowest note.") var low: String
  @Argument(help: "The highest note.") var high: String
  func run() throws { try connection.send(try Command(.range, text: "\(low) \(high)")) }
}

struct EffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effect", abstract: Command.row(of: .effect).help, discussion: "gfctl effect delay 0.4; 0 switches it off.")
  @OptionGroup var connection: Connection
  @Argument(help: "\(InstrumentEffect.allCases.map(\.rawValue).joined(separator: ", ")).") var effect: String
  @Argument(help: "0 to 1.") var amount: Double
  func run() throws { try connection.send(try Command(.effect, text: "\(effect) \(amount)")) }
}

struct SoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sound", abstract: "What the instrument sounds like; without a name, which sounds there are.")
  @OptionGroup var connection: Connection
  @Argument(help: "A sound's name; capitals do not matter.") var name: [String] = []

  func run() throws {
    guard name.isEmpty else { return try connection.send(try Command(.sound, text: name.joined(separator: " "))) }
    guard let instrument = try connection.get(Status.self, "/v1/status", readOnly: true).instrument else {
      throw ClientError.problem(.refused("sounds belong to mode instrument: gfctl mode instrument goes there"))
    }
    for sound in instrument.sounds { print("\(sound == instrument.sound ? ">" : " ") \(Terminal.plain(sound))") }
  }
}
