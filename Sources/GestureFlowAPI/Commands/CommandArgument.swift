extension Command {
  /// The argument of a command.
  public enum Argument: Sendable, Equatable {
    case none
    /// A number, with its allowed range and unit.
    case number(ClosedRange<Double>, unit: String)
    /// A whole number, with its allowed range and the thing it counts.
    case whole(ClosedRange<Int>, unit: String)
    /// A text, with the allowed words; an empty array allows any text.
    case text([String])
    /// A text of several words: a description, and an example.
    case form(String, example: String)
    case flag

    /// Longest text in bytes, which is that of a path.
    static let mostBytes = 4096

    /// Field of `CommandBody` that holds it; nil for none.
    var field: String? {
      switch self {
      case .none: nil
      case .number, .whole: "number"
      case .text, .form: "text"
      case .flag: "flag"
      }
    }

    /// Description of the allowed values, for messages and help texts.
    package var allowed: String {
      switch self {
      case .none: "nothing"
      case .number(let range, let unit):
        "a number from \(Command.plain(range.lowerBound)) to \(Command.plain(range.upperBound)) (\(unit))"
      case .whole(let range, let unit): "a whole number from \(range.lowerBound) to \(range.upperBound) (\(unit))"
      case .text(let words): words.isEmpty ? "a text of 1 to \(Self.mostBytes) bytes" : words.joined(separator: ", ")
      case .form(let form, _): form
      case .flag: "true or false"
      }
    }

    /// Whether its command line may contain a negative number.
    package var takesNumber: Bool {
      switch self {
      case .number, .whole: true
      case .form(_, let example): example.split(separator: " ").last.flatMap { Double($0) } != nil
      case .none, .text, .flag: false
      }
    }
  }

  /// Returns a number as people write it. A whole one has no fraction.
  static func plain(_ x: Double) -> String { x == x.rounded() && abs(x) < 1e6 ? String(Int(x)) : String(x) }
}

/// A type of argument, with its place in `CommandBody`.
protocol CommandArgument: Sendable {
  static var argument: Command.Argument { get }
  /// Reads the value.
  /// - Returns: nil for a missing field, or for one that holds something else.
  init?(in body: CommandBody)
  func write(to body: inout CommandBody)
}

extension Ranged: CommandArgument {
  static var argument: Command.Argument { .number(Limits.limits.range, unit: Limits.limits.unit) }
  init?(in body: CommandBody) {
    guard let number = body.number else { return nil }
    self.init(number)
  }
  func write(to body: inout CommandBody) { body.number = value }
}

extension StemNumber: CommandArgument {
  static var argument: Command.Argument { .whole(range, unit: "the stem's channel") }
  init?(in body: CommandBody) {
    guard let number = body.number.flatMap({ Int(exactly: $0) }) else { return nil }
    self.init(number)
  }
  func write(to body: inout CommandBody) { body.number = Double(number) }
}

extension Bool: CommandArgument {
  static var argument: Command.Argument { .flag }
  init?(in body: CommandBody) {
    guard let flag = body.flag else { return nil }
    self = flag
  }
  func write(to body: inout CommandBody) { body.flag = self }
}

extension String: CommandArgument {
  static var argument: Command.Argument { .text([]) }
  init?(in body: CommandBody) {
    guard let text = body.text, !text.isEmpty, text.utf8.count <= Command.Argument.mostBytes else { return nil }
    self = text
  }
  func write(to body: inout CommandBody) { body.text = self }
}

extension Listed: CommandArgument {
  static var argument: Command.Argument { .text(List.words) }
  init?(in body: CommandBody) {
    guard let text = body.text else { return nil }
    self.init(text)
  }
  func write(to body: inout CommandBody) { body.text = text }
}

extension CommandArgument where Self: RawRepresentable<String> & CaseIterable {
  static var argument: Command.Argument { .text(allCases.map(\.rawValue)) }
  init?(in body: CommandBody) {
    guard let text = body.text else { return nil }
    self.init(rawValue: text)
  }
  func write(to body: inout CommandBody) { body.text = rawValue }
}

extension Mode: CommandArgument {}
extension Tier: CommandArgument {}
extension Output: CommandArgument {}
extension RepeatMode: CommandArgument {}
extension InstrumentWaveform: CommandArgument {}
