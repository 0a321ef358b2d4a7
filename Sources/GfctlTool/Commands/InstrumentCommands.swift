import ArgumentParser
import GestureFlowAPI

struct RangeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "range", abstract: Command.row(of: .range).help,
    discussion: "gfctl range C3 C5, or by MIDI numbers gfctl range 48 72; an octave at least. Without notes it prints the present ones.")
  /// Notes that a shell offers.
  private static let notes = (1...7).map { "C\($0)" }

  @OptionGroup var connection: Connection
  @Argument(help: "The lowest note.", completion: .list(RangeCommand.notes)) var low: String?
  @Argument(help: "The highest note.", completion: .list(RangeCommand.notes)) var high: String?

  func run() throws {
    guard let low else { return try connection.show(.range) }
    let text = [low, high].compactMap { $0 }.joined(separator: " ")
    try connection.send(try TypedCommand.made(.range) { () throws(Problem) in try Command(.range, text: text) })
  }
}

struct EffectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effect", abstract: Command.row(of: .effect).help,
    discussion: "gfctl effect delay 40%; 0 switches it off. Without an amount it prints the present one.")
  @OptionGroup var connection: Connection
  @Argument(
    help: "\(InstrumentEffect.allCases.map(\.rawValue).joined(separator: ", ")).",
    completion: .list(InstrumentEffect.allCases.map(\.rawValue)))
  var effect: String?
  @Argument(help: "From 0 to 1, such as 0.4, 40%, +5 or -5.") var amount: String?

  func run() throws {
    guard let word = effect else { return try connection.show(.effect) }
    let effect = try EffectWords.effect(word)
    guard let amount else { return print(PresentValue.percent(try PresentValue.instrument(try connection.status()).effects[effect])) }
    try connection.send(try EffectWords.command(effect, amount, status: connection.status))
  }
}

/// Effects and their amounts as people type them.
package enum EffectWords {
  /// - Throws: `UsageError` with the names of the effects.
  package static func effect(_ word: String) throws(UsageError) -> InstrumentEffect {
    let words = InstrumentEffect.allCases.map(\.rawValue)
    guard let effect = ChoiceWord.word(word, in: words).flatMap(InstrumentEffect.init(rawValue:)) else {
      throw UsageError("effect takes \(words.joined(separator: ", ")), not '\(Terminal.plain(word))'\(Spelling.hint(word, in: words))")
    }
    return effect
  }

  /// Makes the command that sets an amount.
  /// - Throws: `UsageError`, `Failure` outside mode instrument for a step, or the error of `status`.
  package static func command(_ effect: InstrumentEffect, _ word: String, status: () throws -> Status) throws -> Command {
    let takes = "an amount from 0 to 1" + TypedCommand.forms(.share)
    let value = try TypedCommand.number(word, .share, EffectAmount.range, takes: takes, what: "effect \(effect.rawValue)") {
      try PresentValue.instrument(try status()).effects[effect]
    }
    guard let amount = EffectAmount(value) else { throw UsageError("effect \(effect.rawValue) takes \(takes)") }
    return .effect(effect, amount)
  }
}

struct SoundCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sound", abstract: "The sound of the instrument; without a name or with list, the sounds there are, in every mode.")
  @OptionGroup var connection: Connection
  @Argument(help: "A sound's name or its number in the list; capitals do not matter.", completion: Completions.sounds)
  var name: [String] = []

  func run() throws {
    let text = name.joined(separator: " ")
    if text.isEmpty || text.lowercased() == "list" { return try list() }
    let instrument = try PresentValue.instrument(try connection.status())
    try connection.send(.sound, NumberedChoice.word(text, in: instrument.sounds))
  }

  private func list() throws {
    // Another mode than the instrument has no status of it.
    let instrument = try connection.status().instrument
    let sounds = try instrument?.sounds ?? connection.get([String].self, "/v1/sounds")
    for (place, sound) in sounds.enumerated() {
      print("\(sound == instrument?.sound ? ">" : " ") \(ListNumber.text(place + 1))  \(Terminal.plain(sound))")
    }
  }
}
