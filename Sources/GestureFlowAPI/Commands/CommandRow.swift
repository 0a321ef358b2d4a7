import Foundation

/// A row of the table of commands: argument, part of the box, and texts for people.
package struct CommandRow: Sendable {
  /// The part of the box that carries a command out.
  package enum Domain: Sendable {
    /// The source of music that plays.
    case transport
    case mode, hands, stems, stream, instrument, midi, library, licence, capture, box
  }

  /// The use of a command in the replay of a session.
  package enum Replay: Sendable {
    /// The replay omits it: it belongs to the box (switch off, import, licences, captures).
    case never
    /// The replay repeats it: it changes how music is played.
    case again
    /// The same. The session also holds the value it sets, at an exact frame.
    case told
  }

  package let domain: Domain
  package let replay: Replay
  /// The argument of the command.
  package let argument: Command.Argument
  /// The effect of the command, in a sentence.
  package let help: String
  /// Meaning of the argument, if its type does not say it.
  package let value: String
  /// More about the effect of the command.
  package let more: String
  /// Words of the sub-command of gfctl; nil: the command's name. None: gfctl has another way.
  package let gfctl: String?
  /// Nil for a body that does not fit `argument`.
  let read: @Sendable (CommandBody) -> Command?

  /// A command that takes nothing.
  init(_ domain: Domain, _ replay: Replay, _ command: Command, _ help: String, more: String = "", gfctl: String? = nil) {
    (self.domain, self.replay, argument) = (domain, replay, .none)
    (self.help, value, self.more, self.gfctl) = (help, "", more, gfctl)
    read = { _ in command }
  }

  /// A command that takes a value of its own type.
  init<Value: CommandArgument>(
    _ domain: Domain, _ replay: Replay, _ make: @escaping @Sendable (Value) -> Command, _ help: String, value: String = "",
    more: String = "", gfctl: String? = nil
  ) {
    (self.domain, self.replay, argument) = (domain, replay, Value.argument)
    (self.help, self.value, self.more, self.gfctl) = (help, value, more, gfctl)
    read = { Value(in: $0).map(make) }
  }

  /// A command that takes a text of several words, or a longer one. - Parameters:
  ///   - form: what the text holds, in words. - most: bytes of the text.
  ///   - make: the command out of the text; nil for a text that is not of the form.
  init(
    _ domain: Domain, _ replay: Replay, form: String, example: String, most: Int = Command.Argument.mostBytes, _ help: String,
    more: String = "", gfctl: String? = nil, make: @escaping @Sendable (String) -> Command?
  ) {
    (self.domain, self.replay, argument) = (domain, replay, .form(form, example: example))
    (self.help, value, self.more, self.gfctl) = (help, "", more, gfctl)
    read = { body in body.text.flatMap { !$0.isEmpty && $0.utf8.count <= most ? make($0) : nil } }
  }
}

extension Command {
  /// A text of two words, a name and a number. - Returns: nil for any other text.
  static func pair<First, Second>(_ text: String, _ first: (String) -> First?, _ second: (Double) -> Second?) -> (First, Second)? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let name = first(String(words[0])), let number = Double(words[1]).flatMap(second) else { return nil }
    return (name, number)
  }

  /// The row of the command.
  package var row: CommandRow { Self.row(of: name) }

  /// The argument of each word.
  public static func argument(of name: Name) -> Argument { row(of: name).argument }

  /// A command out of its word and the field that the word takes, checked.
  /// - Throws: `Problem` that names the field that is missing, wrong or too much, and what is allowed.
  public init(_ name: Name, number: Double? = nil, text: String? = nil, flag: Bool? = nil) throws(Problem) {
    try self.init(CommandBody(name, number: number, text: text, flag: flag))
  }

  /// A command out of its JSON form, checked. - Throws: `Problem` that names the field and what is allowed.
  public init(_ body: CommandBody) throws(Problem) {
    let row = Self.row(of: body.command)
    for (field, isThere) in [("number", body.number != nil), ("text", body.text != nil), ("flag", body.flag != nil)]
    where isThere && field != row.argument.field {
      throw .badField(field, "'\(body.command.rawValue)' takes no \(field)")
    }
    guard let command = row.read(body) else {
      throw .badField(row.argument.field ?? "command", "'\(body.command.rawValue)' takes \(row.argument.allowed)")
    }
    self = command
  }

  /// The command's word on the wire, which is also the value of its event.
  public var name: Name { body.command }

  /// Reads the body of `POST /v1/commands`. - Throws: `Problem` that names the field that is wrong.
  public static func read(_ body: Data) throws(Problem) -> Command { try Command(try CommandBody.read(body)) }
}

extension Command.Name {
  /// Whether it changes how music is played, so that a replay repeats it.
  public var isPlaying: Bool { Command.row(of: self).replay != .never }

  /// Whether a session also holds the value it sets, as a change for the gesture engine at an exact frame.
  public var isTold: Bool { Command.row(of: self).replay == .told }
}

extension Command: Codable {
  /// - Throws: a decoding error, or `Problem` when the fields do not fit the word.
  public init(from decoder: any Decoder) throws { try self.init(CommandBody(from: decoder)) }

  /// Writes the command as `CommandBody` has it.
  public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
}

/// The answer to a command that was carried out.
public struct CommandAnswer: Codable, Sendable {
  /// The result in a sentence.
  public var done: String
  /// - Parameter done: the result in a sentence.
  public init(done: String) { self.done = done }
}
