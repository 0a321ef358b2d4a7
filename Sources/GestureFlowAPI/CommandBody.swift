import Foundation

/// What a client asks the box to do: the body of `POST /v1/commands`.
public struct CommandBody: Codable, Sendable, Equatable {
  /// What is to be done.
  public var command: Command.Name
  /// A number, where the command takes one.
  public var number: Double?
  /// A text, where the command takes one.
  public var text: String?
  /// True or false, where the command takes one.
  public var flag: Bool?

  /// Nothing is checked here; `Command.init` does. - Parameters: the word, and the field that it takes.
  public init(_ command: Command.Name, number: Double? = nil, text: String? = nil, flag: Bool? = nil) {
    self.command = command
    self.number = number
    self.text = text
    self.flag = flag
  }

  /// Reads the fields, without looking whether they fit the word. - Throws: `Problem` that names the field that is wrong.
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

  /// A value of a JSON object, with its type as it was written.
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

/// The checks behind `Command.init`.
extension CommandBody {
  /// Bytes of a text: as long as a path may be.
  private static let mostBytes = 4096
  /// Bytes of a licence: what a request's body has room for.
  static let mostLicenceBytes = 60_000

  /// - Throws: `Problem` that names a field which the word does not take.
  func refuseStrangers() throws(Problem) {
    let argument = Command.argument(of: command)
    func refuse(_ field: String, _ present: Bool) throws(Problem) {
      if present { throw .badField(field, "'\(command.rawValue)' takes no \(field)") }
    }
    switch argument {
    case .number, .whole: break
    case .none, .text, .form, .flag: try refuse("number", number != nil)
    }
    switch argument {
    case .text, .form: break
    case .none, .number, .whole, .flag: try refuse("text", text != nil)
    }
    if case .flag = argument {} else { try refuse("flag", flag != nil) }
  }

  /// The number, in its range.
  func checkedNumber() throws(Problem) -> Double {
    guard case .number(let range, let unit) = Command.argument(of: command) else { throw .badField("number", "there is none") }
    guard let number, number.isFinite, range.contains(number) else {
      throw .badField(
        "number", "'\(command.rawValue)' takes a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound)) (\(unit))")
    }
    return number
  }

  /// The number without a fraction, in its range.
  func checkedWhole() throws(Problem) -> Int {
    guard case .whole(let range, let unit) = Command.argument(of: command) else { throw .badField("number", "there is none") }
    // Compared before it is converted: a number beyond all whole ones is no trap.
    guard let number, number == number.rounded(), Double(range.lowerBound)...Double(range.upperBound) ~= number else {
      throw .badField(
        "number", "'\(command.rawValue)' takes a whole number from \(range.lowerBound) to \(range.upperBound) (\(unit))")
    }
    return Int(number)
  }

  /// The text: neither empty nor too long.
  func checkedText(most: Int = Self.mostBytes) throws(Problem) -> String {
    guard let text, !text.isEmpty, text.utf8.count <= most else { throw badText }
    return text
  }

  /// The text as one of the words that are allowed.
  func word<Word: RawRepresentable<String>>() throws(Problem) -> Word {
    guard let text, let word = Word(rawValue: text) else { throw badText }
    return word
  }

  /// The truth value.
  func checkedFlag() throws(Problem) -> Bool {
    guard let flag else { throw .badField("flag", "'\(command.rawValue)' takes true or false") }
    return flag
  }

  var badText: Problem {
    var allowed = "a text of 1 to \(Self.mostBytes) bytes"
    switch Command.argument(of: command) {
    case .text(let words) where !words.isEmpty: allowed = words.joined(separator: ", ")
    case .form(let form, _): allowed = form
    default: break
    }
    return .badField("text", "'\(command.rawValue)' takes \(allowed)")
  }

  private static func plain(_ x: Double) -> String { x == x.rounded() ? String(Int(x)) : String(x) }
}
