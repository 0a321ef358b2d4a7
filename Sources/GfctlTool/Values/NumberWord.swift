import GestureFlowAPI

/// A number as people type it: `0.8`, `80%`, `+5`, `-5`, `1:30`.
package struct NumberWord: Sendable, Equatable {
  /// Forms of a number, depending on what it measures.
  package enum Kind: Sendable {
    /// A share from 0 to 1. `80%` is 0.8, and a step of 1 or more counts in percent.
    case share
    /// A multiple of the original. `80%` is 0.8.
    case ratio
    /// Cents. A sign belongs to the value, so there are no steps.
    case cents
    /// A knob from -1 to 1. `-50%` is -0.5. A sign belongs to the value, so there are no steps.
    case knob
    /// Beats a minute.
    case tempo
    /// Seconds, minutes:seconds or hours:minutes:seconds.
    case time
  }

  /// The value, or the step.
  package var value: Double
  /// Whether it is a step from the present value.
  package var isStep: Bool

  /// Creates a number from its fields.
  package init(_ value: Double, isStep: Bool = false) { (self.value, self.isStep) = (value, isStep) }

  /// Reads a number.
  /// - Returns: nil for a text of another form.
  package init?(_ text: String, as kind: Kind) {
    var rest = text.lowercased()[...]
    var sign = 1.0
    let isSigned = rest.hasPrefix("+") || rest.hasPrefix("-")
    if isSigned {
      sign = rest.hasPrefix("-") ? -1 : 1
      rest = rest.dropFirst()
    }
    var isPercent = false
    for unit in Self.units(of: kind) where rest.hasSuffix(unit) {
      rest = rest.dropLast(unit.count)
      isPercent = unit == "%"
      break
    }
    while rest.hasSuffix(" ") { rest = rest.dropLast() }
    guard let number = kind == .time ? Self.time(rest) : Self.plain(rest) else { return nil }
    isStep = isSigned && kind != .cents && kind != .knob
    let isInPercent = isPercent || kind == .share && isStep && number >= 1
    value = sign * (isInPercent ? number / 100 : number)
  }

  /// Returns the value that it leads to, within a range. A step beyond an end stops there.
  /// - Parameter present: the present value; asked for only if this is a step.
  package func value(in range: ClosedRange<Double>, present: () throws -> Double) rethrows -> Double {
    isStep ? min(max(try present() + value, range.lowerBound), range.upperBound) : value
  }

  private static func units(of kind: Kind) -> [String] {
    switch kind {
    case .share, .knob: ["%"]
    case .ratio: ["%", "x"]
    case .cents: ["cents", "cent", "ct"]
    case .tempo: ["bpm"]
    case .time: ["s"]
    }
  }

  /// Reads digits with a point or a comma. Returns nil for anything else that a number may look like, such as `nan` or
  /// `0x1`.
  private static func plain(_ text: Substring) -> Double? {
    let text = text.replacing(",", with: ".")
    guard text.first.map({ $0.isASCII && ($0.isNumber || $0 == ".") }) == true, !text.hasPrefix("0x"), let number = Double(text),
      number.isFinite
    else { return nil }
    return number
  }

  private static func time(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(plain)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let part else { return nil }
      seconds = seconds * 60 + part
    }
    return seconds.isFinite ? seconds : nil
  }
}

/// Words of a list and of switches as people type them.
package enum ChoiceWord {
  /// Returns the word of a list that a text means. Capitals, spaces and hyphens do not matter.
  package static func word(_ text: String, in words: [String]) -> String? {
    if words.contains(text) { return text }
    let typed = simple(text)
    let found = words.filter { simple($0) == typed }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the value of a switch's word. It is true for `on`, `yes` and `true`, and false for `off`, `no` and
  /// `false`. Returns nil for other texts.
  package static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on", "yes", "true", "1": true
    case "off", "no", "false", "0": false
    default: nil
    }
  }

  private static func simple(_ text: String) -> String {
    text.lowercased().replacing(" sharp", with: "#").replacing(" flat", with: "b").filter { !" -_".contains($0) }
  }
}
