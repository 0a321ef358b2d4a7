/// Reads the lines of a small TOML file. They are `key = value`, and known heads in brackets. It supports neither
/// dotted keys nor values over several lines.
///
/// `stems.toml` and sound files come from unknown sticks. For them each line that cannot be read is reported, and
/// reading continues with the next. `TOMLReader`, which reads the configuration, stops at the first fault.
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
      // A cut at line feeds leaves the UTF-8 valid. Some editors leave a carriage return.
      let line = String(Substring(raw.last == 0x0D ? raw.dropLast() : raw))
      do throws(TOMLFault) { try read(line, number, heads) } catch {
        complaints.append(TOMLFault(line: number, key: error.key, text: error.text))
      }
    }
  }

  private mutating func read(_ line: String, _ number: Int, _ known: Heads) throws(TOMLFault) {
    var text = TOMLScanner(line)
    var shown: String { cleaned(line, limit: 30) }
    text.skipBlanks()
    if text.isAtEnd || text.isAtRemark { return }
    if text.next == UInt8(ascii: "[") {
      let head = text.take { $0 != UInt8(ascii: "#") }.trimmingBlanks
      guard known.known.contains(head) else { throw TOMLFault(text: "'\(shown)' \(known.rule)") }
      heads.append(Head(line: number, text: head))
      return
    }
    let key = text.take(while: TOMLScanner.isBare)
    text.skipBlanks()
    guard !key.isEmpty, text.takeOne("=") else {
      throw TOMLFault(text: "'\(shown)' is not understood: write KEY = VALUE or \(known.hint)")
    }
    text.skipBlanks()
    let value: Value
    do throws(TOMLFault) {
      value = try Self.value(&text)
      text.skipBlanks()
      guard text.isAtEnd || text.isAtRemark else { throw TOMLFault(text: "there is more than one value in the line") }
    } catch { throw TOMLFault(key: cleaned(key, limit: 30), text: error.text) }
    entries.append(Entry(line: number, head: heads.isEmpty ? nil : heads.count - 1, key: key, value: value))
  }

  private static func value(_ text: inout TOMLScanner) throws(TOMLFault) -> Value {
    switch text.next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try text.shortText(isOfLine: true))
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      // Its end may lie in another line.
      return .other(text.take { _ in true }.hasPrefix("[") ? "a list" : "a table")
    case nil: throw TOMLFault(text: "the value is missing")
    default: break
    }
    let word = text.take { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D && $0 != UInt8(ascii: "#") }
    if word == "true" || word == "false" { return .other("true or false") }
    let plain = word.replacing("_", with: "")
    if let whole = Int(plain) { return .whole(whole) }
    // Swift also accepts hexadecimal numbers, infinity and NaN. This reader rejects them.
    if plain.unicodeScalars.allSatisfy({ "0123456789+-.eE".unicodeScalars.contains($0) }), let number = Double(plain), number.isFinite {
      return .number(number)
    }
    return .other("'\(cleaned(word, limit: 30))' (a text stands between quotation marks)")
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingBlanks: String {
    var text = unicodeScalars
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return String(text)
  }
}
