import Foundation

/// A row of the table of commands. It holds the argument, the part that carries the command out, and the help texts.
package struct CommandRow: Sendable {
  /// The part of the box that carries out a command.
  package enum Domain: Sendable, CaseIterable {
    /// The playing source of music.
    case transport
    case mode, hands, stems, stream, instrument, midi, library, licence, capture, scene, box
  }

  /// The treatment of a command in a replayed session.
  package enum Replay: Sendable {
    /// The replay skips it. It belongs to the box: switch off, import, licences, captures.
    case never
    /// It sets how music is played, so the replay repeats it.
    case again
    /// Like `again`. The session also stores its value, exactly at its frame.
    case told
  }

  package let domain: Domain
  package let replay: Replay
  /// Argument of the command.
  package let argument: Command.Argument
  /// Effect of the command, in a sentence.
  package let help: String
  /// Meaning of the argument, if its type does not say it.
  package let value: String
  /// More about the effect.
  package let more: String
  /// Words of the sub-command of gfctl. Nil for the command's name; empty if gfctl has another way.
  package let gfctl: String?
  /// Makes the command of a body. Nil for a body that does not fit `argument`.
  let read: @Sendable (CommandBody) -> Command?

  /// Makes the row of a command without an argument.
  init(_ domain: Domain, _ replay: Replay, _ command: Command, _ help: String, more: String = "", gfctl: String? = nil) {
    (self.domain, self.replay, argument) = (domain, replay, .none)
    (self.help, value, self.more, self.gfctl) = (help, "", more, gfctl)
    read = { _ in command }
  }

  /// Makes the row of a command with one typed value.
  init<Value: CommandArgument>(
    _ domain: Domain, _ replay: Replay, _ make: @escaping @Sendable (Value) -> Command, _ help: String, value: String = "",
    more: String = "", gfctl: String? = nil
  ) {
    (self.domain, self.replay, argument) = (domain, replay, Value.argument)
    (self.help, self.value, self.more, self.gfctl) = (help, value, more, gfctl)
    read = { Value(in: $0).map(make) }
  }

  /// Makes the row of a command with a longer text. It may have several words.
  /// - Parameters:
  ///   - form: contents of the text, in words.
  ///   - most: longest text in bytes.
  ///   - make: returns the command of a text; nil for a text of another form.
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
  /// Reads a text of two words, a name and a number.
  /// - Returns: nil for any other text.
  static func pair<First, Second>(_ text: String, _ first: (String) -> First?, _ second: (Double) -> Second?) -> (First, Second)? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let name = first(String(words[0])), let number = Double(words[1]).flatMap(second) else { return nil }
    return (name, number)
  }

  /// The command's row of the table.
  package var row: CommandRow { Self.row(of: name) }

  /// Returns the argument of a command word.
  public static func argument(of name: Name) -> Argument { row(of: name).argument }

  /// Makes a command from its word and field, and checks them.
  /// - Throws: `Problem` that names a missing, wrong or superfluous field, and the allowed values.
  public init(_ name: Name, number: Double? = nil, text: String? = nil, flag: Bool? = nil) throws(Problem) {
    try self.init(CommandBody(name, number: number, text: text, flag: flag))
  }

  /// Makes a command from its JSON form, and checks it.
  /// - Throws: `Problem` that names the field and the allowed values.
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

  /// The command's word in the API. It is also the value of the command's event.
  public var name: Name { body.command }

  /// Reads the body of `POST /v1/commands`.
  /// - Throws: `Problem` that names the wrong field.
  public static func read(_ body: Data) throws(Problem) -> Command { try Command(try CommandBody.read(body)) }
}

extension Command.Name {
  /// Whether it sets how music is played. A replayed session carries it out again.
  public var isPlaying: Bool { Command.row(of: self).replay != .never }

  /// Whether a session also stores its value, exactly at its frame. It stands there as a change sent to gesture
  /// reading.
  public var isTold: Bool { Command.row(of: self).replay == .told }
}

extension Command: Codable {
  /// Reads the command as `CommandBody`.
  /// - Throws: a decoding error, or `Problem` when the fields do not fit the word.
  public init(from decoder: any Decoder) throws { try self.init(CommandBody(from: decoder)) }

  /// Writes the command as `CommandBody`.
  public func encode(to encoder: any Encoder) throws { try body.encode(to: encoder) }
}

/// The answer to a successful command.
public struct CommandAnswer: Codable, Sendable {
  /// Result of the command, in a sentence.
  public var done: String
  /// Makes an answer.
  /// - Parameter done: the result of the command, in a sentence.
  public init(done: String) { self.done = done }
}
