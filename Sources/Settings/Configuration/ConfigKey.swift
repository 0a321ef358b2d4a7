import Foundation

/// One key of the configuration: meaning, allowed values and field in `Configuration`.
package struct ConfigKey: Sendable {
  package enum Kind: Sendable, Equatable {
    case flag
    /// Range and unit. With `whole`, only whole numbers.
    case number(ClosedRange<Double>, unit: String, whole: Bool)
    /// A whole number in a range, or the word `auto`.
    case numberOrAuto(ClosedRange<Double>, unit: String)
    case choice([String])
    /// A text. The associated value describes what is allowed.
    case text(String)
    case texts(String)
    /// A list of tables. The associated value describes one table.
    case tables(String)
  }

  /// The word that lets the box choose a number.
  private static let auto = "auto"

  /// Section and name, for example `camera.rate`.
  package let name: String
  package let kind: Kind
  /// Sentences for the annotated example.
  package let about: String
  /// Whether a change takes effect at once.
  package let isLive: Bool
  package let get: @Sendable (Configuration) -> ConfigValue
  package let put: @Sendable (inout Configuration, ConfigValue) -> Void
  /// Checks a text, or one text of a list, beyond its form. Returns what is wrong, or nil. The flag says whether
  /// files that the text names must exist.
  let check: (@Sendable (_ text: String, _ files: Bool) -> String?)?
  /// Old words of a choice that are still read. Each has its new word.
  let oldWords: [String: String]

  init(
    name: String, kind: Kind, about: String, isLive: Bool, oldWords: [String: String] = [:],
    check: (@Sendable (String, Bool) -> String?)? = nil,
    get: @escaping @Sendable (Configuration) -> ConfigValue, put: @escaping @Sendable (inout Configuration, ConfigValue) -> Void
  ) {
    self.name = name
    self.kind = kind
    self.about = about
    self.isLive = isLive
    self.check = check
    self.oldWords = oldWords
    self.get = get
    self.put = put
  }

  /// Whether a number is allowed besides texts.
  var takesNumbersToo: Bool { if case .numberOrAuto = kind { true } else { false } }

  package var section: String { String(name.split(separator: ".")[0]) }
  package var short: String { String(name.split(separator: ".")[1]) }

  /// The allowed values, in words.
  package var allowed: String {
    switch kind {
    case .flag: "true or false"
    case .number(let range, let unit, let whole):
      "\(whole ? "a whole number" : "a number") from \(plainNumber(range.lowerBound)) to \(plainNumber(range.upperBound))\(unit.isEmpty ? "" : " (\(unit))")"
    case .numberOrAuto(let range, let unit):
      "\"auto\" or a whole number from \(plainNumber(range.lowerBound)) to \(plainNumber(range.upperBound)) (\(unit))"
    case .choice(let words): "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .text(let what): what
    case .texts(let what), .tables(let what): "a list of \(what)"
    }
  }

  /// Returns what is wrong with a value; nil if it is allowed.
  /// - Parameter files: whether a file that the value names must exist.
  package func complaint(_ value: ConfigValue, files: Bool = true) -> String? {
    switch (kind, value) {
    case (.flag, .flag): nil
    case (.number(let range, _, let whole), .number(let x)):
      x.isFinite && range.contains(x) && (!whole || x == x.rounded()) ? nil : "\(plainNumber(x)) is not allowed"
    case (.numberOrAuto(let range, _), .number(let x)):
      x.isFinite && range.contains(x) && x == x.rounded() ? nil : "\(plainNumber(x)) is not allowed"
    case (.numberOrAuto, .text(let text)): text == Self.auto ? nil : "\"\(text)\" is not allowed"
    case (.choice(let words), .text(let text)): words.contains(oldWords[text] ?? text) ? nil : "\"\(text)\" is not allowed"
    case (.text, .text(let text)): Self.complaint(text) ?? check?(text, files)
    case (.texts, .texts(let texts)): texts.lazy.compactMap { Self.complaint($0) ?? check?($0, files) }.first
    case (.tables, .tables(let tables)): PipeTables.complaint(tables)
    // An empty list is also an empty list of tables.
    case (.tables, .texts([])): nil
    default: "\(value.kindInWords) is not allowed"
    }
  }

  static func complaint(_ text: String) -> String? {
    if text.utf8.count > 1024 { return "a text of \(text.utf8.count) bytes is not allowed" }
    if text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) { return "a text with control characters is not allowed" }
    return nil
  }

  package static func flag(_ name: String, _ path: WritableKeyPath<Configuration, Bool> & Sendable, live: Bool, _ about: String)
    -> ConfigKey
  {
    ConfigKey(name: name, kind: .flag, about: about, isLive: live) {
      .flag($0[keyPath: path])
    } put: { c, v in
      if case .flag(let x) = v { c[keyPath: path] = x }
    }
  }
  package static func number(
    _ name: String, _ path: WritableKeyPath<Configuration, Double> & Sendable, _ range: ClosedRange<Double>, _ unit: String,
    whole: Bool = false,
    live: Bool, _ about: String
  ) -> ConfigKey {
    ConfigKey(name: name, kind: .number(range, unit: unit, whole: whole), about: about, isLive: live) {
      .number($0[keyPath: path])
    } put: {
      c, v in
      if case .number(let x) = v { c[keyPath: path] = x }
    }
  }
  package static func numberOrAuto(
    _ name: String, _ path: WritableKeyPath<Configuration, Double?> & Sendable, _ range: ClosedRange<Double>, _ unit: String, live: Bool,
    _ about: String
  ) -> ConfigKey {
    ConfigKey(name: name, kind: .numberOrAuto(range, unit: unit), about: about, isLive: live) {
      $0[keyPath: path].map { .number($0) } ?? .text(auto)
    } put: { c, v in
      switch v {
      case .number(let x): c[keyPath: path] = x
      case .text(auto): c[keyPath: path] = nil
      default: break
      }
    }
  }
  package static func choice(
    _ name: String, _ path: WritableKeyPath<Configuration, String> & Sendable, _ words: [String], old: [String: String] = [:], live: Bool,
    _ about: String
  ) -> ConfigKey {
    ConfigKey(name: name, kind: .choice(words), about: about, isLive: live, oldWords: old) {
      .text($0[keyPath: path])
    } put: { c, v in
      if case .text(let x) = v { c[keyPath: path] = old[x] ?? x }
    }
  }
  package static func text(
    _ name: String, _ path: WritableKeyPath<Configuration, String> & Sendable, _ what: String, live: Bool, _ about: String,
    check: (@Sendable (_ text: String, _ files: Bool) -> String?)? = nil
  ) -> ConfigKey {
    ConfigKey(
      name: name, kind: .text(what), about: about, isLive: live, check: check,
      get: { .text($0[keyPath: path]) },
      put: { c, v in
        if case .text(let x) = v { c[keyPath: path] = x }
      })
  }
  package static func texts(
    _ name: String, _ path: WritableKeyPath<Configuration, [String]> & Sendable, _ what: String, live: Bool, _ about: String,
    check: (@Sendable (_ text: String, _ files: Bool) -> String?)? = nil
  ) -> ConfigKey {
    ConfigKey(
      name: name, kind: .texts(what), about: about, isLive: live, check: check,
      get: { .texts($0[keyPath: path]) },
      put: { c, v in
        if case .texts(let x) = v { c[keyPath: path] = x }
      })
  }
}

/// A value of the configuration.
package enum ConfigValue: Sendable, Equatable {
  case flag(Bool)
  case number(Double)
  case text(String)
  case texts([String])
  case tables([[String: ConfigValue]])
  /// A value that no key takes: a table, a date.
  case other(String)

  /// The value as TOML text.
  package var toml: String {
    switch self {
    case .flag(let x): x ? "true" : "false"
    case .number(let x): plainNumber(x)
    case .text(let x): Self.quoted(x)
    case .texts(let x): "[" + x.map(Self.quoted).joined(separator: ", ") + "]"
    case .tables(let x): "[" + x.map(PipeTables.toml).joined(separator: ", ") + "]"
    case .other(let x): x
    }
  }

  /// Returns a text in quotation marks. A mark may be a part of a character with an accent, so each scalar counts.
  private static func quoted(_ text: String) -> String {
    let scalars: [String] = text.unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }
    return "\"\(scalars.joined())\""
  }

  var kindInWords: String {
    switch self {
    case .flag: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .texts, .tables: "a list"
    case .other(let what): what
    }
  }
}

/// Formats a number; whole numbers have no decimal point.
package func plainNumber(_ x: Double) -> String { x == x.rounded() && abs(x) < 1e15 ? String(Int(x)) : String(x) }
