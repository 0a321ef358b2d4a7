/// A scanner that reads a TOML text byte by byte. It never goes back.
struct TOMLScanner {
  private let bytes: [UInt8]
  private var at = 0
  private var lineStart = 0
  /// Line number, from 1.
  private(set) var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
    // Some editors put a byte order mark in front of a text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      at = 3
      lineStart = 3
    }
  }

  var next: UInt8? { byte(at) }
  var isAtEnd: Bool { at >= bytes.count }
  var isAtLineEnd: Bool { isAtEnd || next == 0x0A || (next == 0x0D && byte(at + 1) == 0x0A) }

  var isAtRemark: Bool { next == UInt8(ascii: "#") }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns whether these ASCII letters come next.
  func sees(_ letters: StaticString) -> Bool {
    guard at + letters.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<letters.utf8CodeUnitCount).allSatisfy { bytes[at + $0] == letters.utf8Start[$0] }
  }

  func fault(_ text: String) -> TOMLFault {
    // Every byte except a continuation byte begins a letter.
    let column = bytes[lineStart..<min(at, bytes.count)].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    return TOMLFault(line: line, column: column, text: text)
  }

  /// The text that comes next in the line, for a message.
  var shown: String {
    if isAtLineEnd { return isAtEnd ? "the end" : "the end of the line" }
    let rest = cleaned(String(decoding: bytes[at...].prefix(60).prefix { $0 != 0x0A }, as: UTF8.self), limit: 20)
    return rest.isEmpty ? "a character that cannot be seen" : "'\(rest)'"
  }

  /// Skips one byte, which must not be the end of a line.
  mutating func drop() { at = min(at + 1, bytes.count) }

  mutating func takeOne(_ wanted: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == wanted.value else { return false }
    drop()
    return true
  }

  /// Skips the letters if they come next; returns whether they did.
  mutating func take(_ letters: StaticString) -> Bool {
    guard sees(letters) else { return false }
    at += letters.utf8CodeUnitCount
    return true
  }

  mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let start = at
    while let next, isWanted(next) { drop() }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  mutating func skipBlanks() { while next == 0x20 || next == 0x09 { drop() } }

  mutating func takeLineEnd() -> Bool {
    guard isAtLineEnd, !isAtEnd else { return false }
    at += next == 0x0D ? 2 : 1
    line += 1
    lineStart = at
    return true
  }

  /// Skips blanks and a comment.
  mutating func skipRemark() throws(TOMLFault) {
    skipBlanks()
    guard next == 0x23 else { return }
    while !isAtLineEnd, let next {
      if Self.isControl(next) { throw fault("a remark contains a control character: remove it") }
      drop()
    }
  }

  /// Skips blanks, comments and line ends.
  mutating func skipLines() throws(TOMLFault) {
    repeat { try skipRemark() } while takeLineEnd()
  }

  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  static func isBare(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
  }
}
