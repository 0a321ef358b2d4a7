import GestureFlowAPI

/// The lines of a small TOML file: `key = value`, and known heads in brackets. It supports neither dotted keys nor
/// values over several lines.
///
/// `stems.toml` and sound files need this reader because they come from unknown sticks: it reports each line that it
/// cannot read and continues with the next. `TOMLReader`, which reads the configuration, stops at the first fault.
package struct TOMLLines {
  package enum Value: Equatable {
    case text(String)
    case whole(Int)
    case number(Double)
    /// A value of another kind, described in words.
    case other(String)
  }

  package struct Entry: Equatable {
    /// Line number, from 1.
    package var line: Int
    /// Index of its head in `heads`; nil above the first.
    package var head: Int?
    package var key: String
    package var value: Value
  }

  package struct Head: Equatable {
    /// Line number, from 1.
    package var line: Int
    /// Text with its brackets, for example `[[channel]]`.
    package var text: String
  }

  /// The heads that a kind of file has.
  package struct Heads {
    package var known: [String]
    /// Message for other heads; it follows "'[x]' ".
    package var rule: String
    /// The form that a line may have besides `KEY = VALUE`.
    package var hint: String

    package init(_ known: [String], rule: String, hint: String) {
      self.known = known
      self.rule = rule
      self.hint = hint
    }
  }

  package private(set) var entries: [Entry] = []
  package private(set) var heads: [Head] = []
  package private(set) var complaints: [TOMLFault] = []

  /// Reads a whole text. A faulty line adds a complaint, and reading continues with the next.
  package init(_ text: String, _ heads: Heads) {
    var number = 0
    for raw in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      // A cut at line feeds leaves the UTF-8 valid.
      var line = Scanner(String(Substring(raw)).unicodeScalars)
      do throws(TOMLFault) { try read(&line, number, heads) } catch {
        complaints.append(TOMLFault(line: number, key: error.key, text: error.text))
      }
    }
  }

  private mutating func read(_ line: inout Scanner, _ number: Int, _ known: Heads) throws(TOMLFault) {
    line.skipBlanks()
    if line.isAtEnd { return }
    if line.next == "[" {
      guard known.known.contains(line.rest) else { throw TOMLFault(text: "'\(line.shown)' \(known.rule)") }
      heads.append(Head(line: number, text: line.rest))
      return
    }
    let key = line.take { Self.isKey($0) }
    line.skipBlanks()
    guard !key.isEmpty, line.takeOne("=") else {
      throw TOMLFault(text: "'\(line.shown)' is not understood: write KEY = VALUE or \(known.hint)")
    }
    let shown = cleaned(key, limit: 30)
    line.skipBlanks()
    let value: Value
    do throws(TOMLFault) { value = try Self.value(&line) } catch { throw TOMLFault(key: shown, text: error.text) }
    line.skipBlanks()
    guard line.isAtEnd else { throw TOMLFault(key: shown, text: "there is more than one value in the line") }
    entries.append(Entry(line: number, head: heads.isEmpty ? nil : heads.count - 1, key: key, value: value))
  }

  private static func isKey(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-")
  }

  private static func value(_ line: inout Scanner) throws(TOMLFault) -> Value {
    switch line.next {
    case "\"", "'":
      let quote = line.next
      line.drop()
      return .text(try text(&line, quote == "\""))
    case "[", "{":
      defer { line.dropAll() }
      return .other(line.next == "[" ? "a list" : "a table")
    case nil: throw TOMLFault(text: "the value is missing")
    default: break
    }
    let word = line.take { $0 != " " && $0 != "\t" && $0 != "#" }
    if word == "true" || word == "false" { return .other("true or false") }
    let plain = word.replacing("_", with: "")
    if let whole = Int(plain) { return .whole(whole) }
    // Swift also accepts hexadecimal numbers, infinity and NaN. This reader rejects them.
    if plain.unicodeScalars.allSatisfy({ "0123456789+-.eE".unicodeScalars.contains($0) }), let number = Double(plain), number.isFinite {
      return .number(number)
    }
    return .other("'\(cleaned(word, limit: 30))' (a text stands between quotation marks)")
  }

  /// Reads a text in quotation marks. The opening mark is read already.
  private static func text(_ line: inout Scanner, _ hasEscapes: Bool) throws(TOMLFault) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = line.drop() {
      if scalar == (hasEscapes ? "\"" : "'") { return String(text) }
      guard hasEscapes, scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch line.drop() {
      case "\"": text.append("\"")
      case "\\": text.append("\\")
      case "t": text.append("\t")
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "u": text.append(try scalarOf(&line, digits: 4))
      case "U": text.append(try scalarOf(&line, digits: 8))
      default:
        throw TOMLFault(text: "the letter after \\ has no meaning: write \\\\ for one \\, or the text between ' and '")
      }
    }
    throw TOMLFault(text: "the text has no quotation mark at its end")
  }

  private static func scalarOf(_ line: inout Scanner, digits: Int) throws(TOMLFault) -> Unicode.Scalar {
    var hex = String.UnicodeScalarView()
    while hex.count < digits, let next = line.next, next.properties.isASCIIHexDigit {
      hex.append(next)
      line.drop()
    }
    guard hex.count == digits, let code = UInt32(String(hex), radix: 16), let scalar = Unicode.Scalar(code) else {
      throw TOMLFault(text: "after \\u there must be the four digits of a letter")
    }
    return scalar
  }

  /// Scans one line from its beginning.
  private struct Scanner {
    private let all: String.UnicodeScalarView
    private var at: String.UnicodeScalarView.Index

    init(_ line: String.UnicodeScalarView) {
      all = line
      at = line.startIndex
    }

    var next: Unicode.Scalar? { at < all.endIndex ? all[at] : nil }
    /// Whether the line ends here. A comment counts as the end, and so does the carriage return that some editors
    /// leave.
    var isAtEnd: Bool { next == nil || next == "#" || (next == "\r" && all.index(after: at) == all.endIndex) }
    /// The rest of the line, without a comment and trailing blanks.
    var rest: String {
      var rest = all[at...].prefix { $0 != "#" }
      while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest.removeLast() }
      return String(rest)
    }
    var shown: String { cleaned(String(all), limit: 30) }

    @discardableResult mutating func drop() -> Unicode.Scalar? {
      guard let next else { return nil }
      at = all.index(after: at)
      return next
    }
    mutating func dropAll() { at = all.endIndex }
    mutating func takeOne(_ scalar: Unicode.Scalar) -> Bool {
      guard next == scalar else { return false }
      drop()
      return true
    }
    mutating func skipBlanks() { while next == " " || next == "\t" { drop() } }
    mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
      var taken = String.UnicodeScalarView()
      while let next, isWanted(next), next != "\r" {
        taken.append(next)
        drop()
      }
      return String(taken)
    }
  }
}
