import Foundation

/// What a client asks the box to do: the body of `POST /v1/commands`.
public struct Command: Codable, Sendable, Equatable {
  /// The words. Which of the other fields each takes is said beside it; a field that it does not take is refused.
  public enum Name: String, Codable, Sendable, CaseIterable {
    case play, pause, toggle
    case next, prev, nextFolder, prevFolder
    /// `number`: seconds from the track's start.
    case seek
    /// `text`: a track's path, as `library list` shows it, or its number in the playlist.
    case select
    /// `text`: player, stems, instrument or stream.
    case mode
    case nextMode
    /// `text`: free or pro.
    case tier
    case toggleTier
    /// `number`: 0...1.
    case volume
    /// `number`: 0.1...2.0.
    case speed
    /// `number`: -2400...2400 cents.
    case pitch
    /// `flag`.
    case autopause
    /// `text`: audio, midi or both.
    case output
    /// `text`: a scale, key, range, waveform or effect of the instrument.
    case scale, key, range, waveform, effect
    /// `text`: a loop region of the stems.
    case loop
    /// Reads all sticks anew.
    case rescan
    /// `text`: path of a file to import.
    case `import`
    /// All notes off.
    case panic
    /// Reads the configuration files again.
    case reload
    /// Switches the box off.
    case shutdown
  }
  public var command: Name
  public var number: Double?
  public var text: String?
  public var flag: Bool?

  public init(_ command: Name, number: Double? = nil, text: String? = nil, flag: Bool? = nil) {
    self.command = command
    self.number = number
    self.text = text
    self.flag = flag
  }

  /// What a command takes.
  public enum Argument: Sendable, Equatable {
    case none
    /// Allowed range and unit.
    case number(ClosedRange<Double>, unit: String)
    /// Allowed words; any text when there are none.
    case text([String])
    case flag
  }

  /// The argument of each word.
  public static func argument(of name: Name) -> Argument {
    switch name {
    case .seek: .number(0...86_400 * 2, unit: "seconds")
    case .volume: .number(0...1, unit: "share of full volume")
    case .speed: .number(0.1...2, unit: "times the original speed")
    case .pitch: .number(-2400...2400, unit: "cents")
    case .mode: .text(["player", "stems", "instrument", "stream"])
    case .tier: .text(["free", "pro"])
    case .output: .text(["audio", "midi", "both"])
    case .select, .scale, .key, .range, .waveform, .effect, .loop, .import: .text([])
    case .autopause: .flag
    default: .none
    }
  }

  /// Checks that the fields fit the word. - Throws: `Problem` that names the field and what is allowed.
  public func validate() throws(Problem) {
    let argument = Self.argument(of: command)
    func refuse(_ field: String, _ present: Bool) throws(Problem) {
      if present { throw .badField(field, "'\(command.rawValue)' takes no \(field)") }
    }
    if case .number = argument {} else { try refuse("number", number != nil) }
    if case .text = argument {} else { try refuse("text", text != nil) }
    if case .flag = argument {} else { try refuse("flag", flag != nil) }
    switch argument {
    case .none: return
    case .number(let range, let unit):
      guard let number, number.isFinite, range.contains(number) else {
        throw .badField(
          "number", "'\(command.rawValue)' takes a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound)) (\(unit))"
        )
      }
    case .text(let words):
      guard let text, !text.isEmpty, text.utf8.count <= 4096, words.isEmpty || words.contains(text) else {
        throw .badField("text", "'\(command.rawValue)' takes \(words.isEmpty ? "a text" : words.joined(separator: ", "))")
      }
    case .flag: if flag == nil { throw .badField("flag", "'\(command.rawValue)' takes true or false") }
    }
  }

  static func plain(_ x: Double) -> String { x == x.rounded() ? String(Int(x)) : String(x) }

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

  /// Reads a command. - Throws: `Problem` that names the field that is wrong.
  public static func read(_ body: Data) throws(Problem) -> Command {
    let fields: [String: Field]
    do { fields = try JSONDecoder().decode([String: Field].self, from: body) } catch {
      throw .badRequest("the body must be a JSON object such as {\"command\": \"play\"}")
    }
    for key in fields.keys.sorted() where !["command", "number", "text", "flag"].contains(key) {
      throw .badField(key, "there is no field '\(key.prefix(80))'; the fields are command, number, text and flag")
    }
    guard case .text(let word)? = fields["command"] else { throw .badField("command", "'command' must be a text such as \"play\"") }
    guard let name = Name(rawValue: word) else {
      throw .badField(
        "command", "there is no command '\(word.prefix(80))'; there are \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var command = Command(name)
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
    try command.validate()
    return command
  }
}

/// The answer to a command that was carried out.
public struct CommandAnswer: Codable, Sendable {
  /// What the box did, in a sentence.
  public var done: String
  public init(done: String) { self.done = done }
}
