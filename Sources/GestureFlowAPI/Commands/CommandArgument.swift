extension Command {
  /// The argument of a command.
  public enum Argument: Sendable, Equatable {
    case none
    /// Allowed range and unit.
    case number(ClosedRange<Double>, unit: String)
    /// Allowed range of a number without a fraction, and what it counts.
    case whole(ClosedRange<Int>, unit: String)
    /// Allowed words; any text if the list is empty.
    case text([String])
    /// A text of several words: which, in words, and one that is taken.
    case form(String, example: String)
    case flag

    /// Bytes of a text: as long as a path may be.
    static let mostBytes = 4096

    /// The field of `CommandBody` that holds it; nil for none.
    var field: String? {
      switch self {
      case .none: nil
      case .number, .whole: "number"
      case .text, .form: "text"
      case .flag: "flag"
      }
    }

    /// The allowed values, for messages and help texts.
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

    /// A command line of it may hold a negative number.
    package var takesNumber: Bool {
      switch self {
      case .number, .whole: true
      case .form(_, let example): example.split(separator: " ").last.flatMap { Double($0) } != nil
      case .none, .text, .flag: false
      }
    }
  }

  /// A number as people write it: without a fraction where it has none.
  static func plain(_ x: Double) -> String { x == x.rounded() && abs(x) < 1e6 ? String(Int(x)) : String(x) }
}

/// A value that a command takes, and its place in `CommandBody`.
protocol CommandArgument: Sendable {
  static var argument: Command.Argument { get }
  /// Nil for a field that is missing, or that holds something else.
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
extension InstrumentWaveform: CommandArgument {}
