import GestureFlowAPI

/// Makes commands from words as people type them.
package enum TypedCommand {
  /// Makes a command from one word of the command line.
  /// - Parameters:
  ///   - word: the value. - status: asked only for a step such as `+5`.
  /// - Throws: `UsageError` that says what the command takes, `Failure` if the box has no present value, or the error
  ///   of `status`.
  package static func command(_ name: Command.Name, _ word: String, status: () throws -> Status) throws -> Command {
    let argument = Command.argument(of: name)
    switch argument {
    case .number(let range, _):
      var asked: Status?
      var value = try number(word, kind(of: name), range, takes: takes(name), what: title(name)) {
        let status = try status()
        asked = status
        return try PresentValue.number(name, status)
      }
      // A step beyond the end of the track goes to the end.
      if name == .seek, let length = asked.flatMap(PresentValue.length) { value = min(value, length) }
      return try made(name) { () throws(Problem) in try Command(name, number: value) }
    case .flag:
      guard let flag = ChoiceWord.flag(word) else { throw UsageError("\(title(name)) takes on or off, not '\(Terminal.plain(word))'") }
      return try made(name) { () throws(Problem) in try Command(name, flag: flag) }
    case .text(let words) where !words.isEmpty:
      guard let choice = ChoiceWord.word(word, in: words) else {
        throw UsageError(
          "\(title(name)) takes \(words.joined(separator: ", ")), not '\(Terminal.plain(word))'\(Spelling.hint(word, in: words))")
      }
      return try made(name) { () throws(Problem) in try Command(name, text: choice) }
    case .whole: return try made(name) { () throws(Problem) in try Command(name, number: Double(word)) }
    default: return try made(name) { () throws(Problem) in try Command(name, text: word) }
    }
  }

  /// Reads a number of the command line.
  /// - Parameters:
  ///   - takes: what is allowed. - what: the command, both for messages.
  ///   - present: the present value, asked only for a step.
  /// - Throws: `UsageError`, or the error of `present`.
  package static func number(
    _ word: String, _ kind: NumberWord.Kind, _ range: ClosedRange<Double>, takes: String, what: String, present: () throws -> Double
  ) throws -> Double {
    let refusal = UsageError("\(what) takes \(takes), not '\(Terminal.plain(word))'")
    guard let typed = NumberWord(word, as: kind), !typed.isStep || abs(typed.value) <= range.upperBound - range.lowerBound else {
      throw refusal
    }
    let value = try typed.value(in: range, present: present)
    guard range.contains(value) else { throw refusal }
    return value
  }

  /// Returns the words of a command on gfctl's command line.
  package static func title(_ name: Command.Name) -> String { TableCommands.words(of: name).joined(separator: " ") }

  /// Returns the allowed values of a command, with examples of the forms.
  package static func takes(_ name: Command.Name) -> String {
    let allowed = Command.argument(of: name).allowed
    guard case .number = Command.argument(of: name) else { return allowed }
    return allowed + forms(kind(of: name))
  }

  /// Returns examples of the forms of a number.
  static func forms(_ kind: NumberWord.Kind) -> String {
    switch kind {
    case .share: ", such as 0.8, 80%, +5 or -5"
    case .ratio: ", such as 0.8, 80%, +0.1 or -5%"
    case .cents: ", such as 100 or -100"
    case .knob: ", such as 0.5 or -50%"
    case .tempo: ", such as 120, +5 or -5"
    case .time: ", such as 90, 1:30, +10 or -10"
    }
  }

  static func kind(of name: Command.Name) -> NumberWord.Kind {
    switch name {
    case .speed: .ratio
    case .pitch, .stemPitch: .cents
    case .filter: .knob
    case .tempo: .tempo
    case .seek: .time
    default: .share
    }
  }

  /// Makes a command that the box would take.
  /// - Throws: `UsageError` with words of the command line in place of the API's.
  package static func made(_ name: Command.Name, _ make: () throws(Problem) -> Command) throws(UsageError) -> Command {
    do throws(Problem) { return try make() } catch {
      throw UsageError(error.detail.replacing("'\(name.rawValue)'", with: title(name).isEmpty ? name.rawValue : title(name)))
    }
  }
}
