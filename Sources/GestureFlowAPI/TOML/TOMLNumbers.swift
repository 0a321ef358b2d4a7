/// Reads numbers, dates and the words `true`, `false`, `inf` and `nan`.
enum TOMLNumbers {
  /// Reads a word that is not a quoted text. Returns nil if it has no meaning.
  /// - Throws: `Failure` when a number is not allowed.
  static func value(_ word: String) throws(Failure) -> TOMLValue? {
    switch word {
    case "true": return .flag(true)
    case "false": return .flag(false)
    case "inf", "+inf": return .number(.infinity)
    case "-inf": return .number(-.infinity)
    case "nan", "+nan", "-nan": return .number(.nan)
    default: break
    }
    for (mark, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(mark) {
      guard let digits = joined(word.dropFirst(2), { Character($0).hexDigitValue.map { $0 < radix } ?? false }) else { return nil }
      guard let whole = Int(digits, radix: radix) else { throw .tooLarge(word) }
      return .whole(whole)
    }
    if isDate(word) { return .date(word) }
    return try number(word)
  }

  private static func number(_ word: String) throws(Failure) -> TOMLValue? {
    var rest = word[...]
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    let exponentAt = rest.firstIndex { $0 == "e" || $0 == "E" }
    let mantissa = rest[..<(exponentAt ?? rest.endIndex)]
    let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ joined($0) }) else { return nil }
    let sign = isNegative ? "-" : ""
    var plain = sign + whole
    if parts.count > 1 {
      guard let part = joined(parts[1]) else { return nil }
      plain += "." + part
    }
    if let exponentAt {
      var exponent = rest[rest.index(after: exponentAt)...]
      let mark = exponent.hasPrefix("-") ? "-" : ""
      if exponent.hasPrefix("-") || exponent.hasPrefix("+") { exponent.removeFirst() }
      guard let digits = joined(exponent) else { return nil }
      plain += "e" + mark + digits
    }
    if whole.count > 1, whole.hasPrefix("0") { throw .zeroInFront(word) }
    if parts.count == 1, exponentAt == nil {
      guard let value = Int(plain) else { throw .tooLarge(word) }
      return .whole(value)
    }
    guard let value = Double(plain), value.isFinite else { throw .tooLarge(word) }
    return .number(value)
  }

  /// Returns the digits without the `_` between them. The result is nil if other letters occur, or a `_` that is not
  /// between two digits.
  private static func joined(
    _ text: Substring, _ isDigit: (Unicode.Scalar) -> Bool = { ("0"..."9").contains($0) }
  ) -> String? {
    var digits = String.UnicodeScalarView()
    var wasDigit = false
    for scalar in text.unicodeScalars {
      guard isDigit(scalar) || (scalar == "_" && wasDigit) else { return nil }
      wasDigit = scalar != "_"
      if wasDigit { digits.append(scalar) }
    }
    return wasDigit ? String(digits) : nil
  }

  /// Returns whether a word begins like a date or time: `1979-05-27`, `07:32`.
  static func isDate(_ word: String) -> Bool {
    matches(word, "dddd-dd-dd") || matches(word, "dd:dd")
  }

  private static func matches(_ word: String, _ form: String) -> Bool {
    let start = word.unicodeScalars.prefix(form.unicodeScalars.count)
    guard start.count == form.unicodeScalars.count else { return false }
    let isDateLike = word.unicodeScalars.allSatisfy { "0123456789-+:.TtZz ".unicodeScalars.contains($0) }
    return isDateLike && zip(start, form.unicodeScalars).allSatisfy { $1 == "d" ? ("0"..."9").contains($0) : $0 == $1 }
  }
}

extension Failure {
  fileprivate static func tooLarge(_ word: String) -> Failure { Failure("'\(cleaned(word, limit: 30))' is too large for a number") }
  fileprivate static func zeroInFront(_ word: String) -> Failure {
    Failure("'\(cleaned(word, limit: 30))' begins with a zero", remedy: "leave it out")
  }
}
