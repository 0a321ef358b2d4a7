import Foundation

/// A request of a client: the body of `POST /v1/commands`.
public struct CommandBody: Codable, Sendable, Equatable {
  /// The command's word.
  public var command: Command.Name
  /// A number, if the command takes one.
  public var number: Double?
  /// A text, if the command takes one.
  public var text: String?
  /// True or false, if the command takes one.
  public var flag: Bool?

  /// Makes a body without any check; `Command.init` checks it.
  /// - Parameters: the word, and the field that it takes.
  public init(_ command: Command.Name, number: Double? = nil, text: String? = nil, flag: Bool? = nil) {
    self.command = command
    self.number = number
    self.text = text
    self.flag = flag
  }

  /// Makes the body of a command with its argument.
  init(_ command: Command.Name, _ value: some CommandArgument) {
    self.init(command)
    value.write(to: &self)
  }

  /// Reads the fields, but does not check that they fit the word.
  /// - Throws: `Problem` that names the wrong field.
  public static func read(_ body: Data) throws(Problem) -> CommandBody {
    let fields: [String: Field]
    do { fields = try JSONDecoder().decode([String: Field].self, from: body) } catch {
      throw .badRequest("the body must be a JSON object such as {\"command\": \"play\"}")
    }
    for key in fields.keys.sorted() where !["command", "number", "text", "flag"].contains(key) {
      throw .badField(key, "there is no field '\(key.prefix(80))'; the fields are command, number, text and flag")
    }
    guard case .text(let word)? = fields["command"] else { throw .badField("command", "'command' must be a text such as \"play\"") }
    guard let name = Command.Name(rawValue: word) else {
      throw .badField(
        "command", "there is no command '\(word.prefix(80))'; there are \(Command.Name.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var command = CommandBody(name)
    if let value = fields["number"] {
      guard case .number(let number) = value else { throw .badField("number", "'number' must be a number") }
      command.number = number
    }
    if let value = fields["text"] {
      guard case .text(let text) = value else { throw .badField("text", "'text' must be a text") }
      command.text = text
    }
    if let value = fields["flag"] {
      guard case .flag(let flag) = value else { throw .badField("flag", "'flag' must be true or false") }
      command.flag = flag
    }
    return command
  }

  /// A value of a JSON object, with its type as written.
  enum Field: Decodable {
    case flag(Bool)
    case number(Double)
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .other
      }
    }
  }
}
