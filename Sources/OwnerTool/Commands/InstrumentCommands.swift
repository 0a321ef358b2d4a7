import ArgumentParser
import BoxClient
import GestureFlowAPI

struct OutputCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "output", abstract: "Where the instrument's notes go.",
    discussion: "Notes that sound go on to their own end where they are.")
  @OptionGroup var connection: Connection
  @Argument(help: "audio, midi or both.") var output: String
  func run() throws { try connection.send(try Command(.output, text: output)) }
}

struct ScaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "scale", abstract: "Which notes the instrument has.")
  @OptionGroup var connection: Connection
  @Argument(help: "\(InstrumentRange.scales.joined(separator: ", ")).") var scale: String
  func run() throws { try connection.send(try Command(.scale, text: scale)) }
}

struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "key", abstract: "The note that the instrument's scale begins with.")
  @OptionGroup var connection: Connection
  @Argument(help: "C, Db, D ... B; sharps are written C#.") var key: String
  func run() throws { try connection.send(try Command(.key, text: key)) }
}

struct RangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "range", abstract: "Between which notes the instrument plays.",
    discussion: "gfctl range C3 C5, or by MIDI numbers gfctl range 48 72; an octave at least.")
  @OptionGroup var connection: Connection
  @Argument(help: "The lowest note.") var low: String
  @Argument(help: "The highest note.") var high: String
  func run() throws { try connection.send(try Command(.range, text: "\(low) \(high)")) }
}

struct WaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "waveform", abstract: "The wave of the instrument's sound.")
  @OptionGroup var connection: Connection
  @Argument(help: "\(InstrumentWaveform.allCases.map(\.rawValue).joined(separator: ", ")).") var waveform: String
  func run() throws { try connection.send(try Command(.waveform, text: waveform)) }
}

struct EffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effect", abstract: "How much of an effect the instrument has.", discussion: "gfctl effect delay 0.4; 0 switches it off.")
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

struct BendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bend", abstract: "The roll of a hand bends its note: on or off.", discussion: "In the chromatic scale it does so anyway.")
  @OptionGroup var connection: Connection
  @Argument(help: "on or off.") var wish: Switch
  func run() throws { try connection.send(.bend(wish == .on)) }
}

struct LegatoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "legato", abstract: "A note goes over to the next one, or each one is struck: on or off.")
  @OptionGroup var connection: Connection
  @Argument(help: "on or off.") var wish: Switch
  func run() throws { try connection.send(.legato(wish == .on)) }
}

struct PanicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "panic", abstract: "All notes off, here and on the MIDI port.")
  @OptionGroup var connection: Connection
  func run() throws { try connection.send(.panic) }
}
