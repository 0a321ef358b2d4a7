/// Reads the one kind of JSON that a licence is: an object of texts, whole numbers and lists of texts. Each key once, nothing nested, so its work grows with its length alone.
struct LicenceScanner {
  enum Value: Equatable {
    case text(String)
    /// As it is written, a fraction or exponent included.
    case number(String)
    case texts([String])
  }

  private let bytes: [UInt8]
  private var at = 0
  private var line = 1

  /// - Parameter bytes: valid UTF-8.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// - Throws: `LicenceFault` with the first thing that is wrong.
  mutating func object() throws(LicenceFault) -> [String: Value] {
    var all: [String: Value] = [:]
    try take("{", "an object begins with {")
    if try next() == UInt8(ascii: "}") {
      at += 1
    } else {
      repeat {
        let key = try text()
        try take(":", "a colon is missing")
        let value = try value()
        guard all.updateValue(value, forKey: key) == nil else { throw .twice(key) }
      } while try goesOn(to: "}")
    }
    skipBlanks()
    guard at == bytes.count else { throw wrong("something follows the object") }
    return all
  }

  private mutating func value() throws(LicenceFault) -> Value {
    switch try next() {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "["): return .texts(try list())
    case UInt8(ascii: "-"), 0x30...0x39: return .number(number())
    default: throw wrong("a text, a number or a list of texts is expected")
    }
  }

  private mutating func list() throws(LicenceFault) -> [String] {
    at += 1
    if try next() == UInt8(ascii: "]") {
      at += 1
      return []
    }
    var all: [String] = []
    repeat { all.append(try text()) } while try goesOn(to: "]")
    return all
  }

  private mutating func number() -> String {
    let begin = at
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(bytes[at]) { at += 1 }
    return String(decoding: bytes[begin..<at], as: UTF8.self)
  }

  private mutating func text() throws(LicenceFault) -> String {
    try take("\"", "a text in quotation marks is expected")
    var units: [UInt8] = []
    while true {
      guard at < bytes.count else { throw .cutShort }
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units += Array(String(try escaped()).utf8)
      case 0..<0x20: throw wrong("a control character stands in a text")
      default: units.append(byte)
      }
    }
  }

  /// What stands for one scalar behind a backslash.
  private mutating func escaped() throws(LicenceFault) -> Unicode.Scalar {
    guard at < bytes.count else { throw .cutShort }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let first = try unit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      // Half of a pair: the other half must follow.
      guard first < 0xDC00, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
        throw wrong("half a character stands in a text")
      }
      at += 2
      let second = try unit()
      guard (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw wrong("half a character stands in a text") }
      return scalar
    default: throw wrong("there is no such escape in a text")
    }
  }

  private mutating func unit() throws(LicenceFault) -> UInt32 {
    guard at + 4 <= bytes.count else { throw .cutShort }
    let digits = String(decoding: bytes[at..<at + 4], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt32(digits, radix: 16) else { throw wrong("\\u takes four hexadecimal digits") }
    at += 4
    return unit
  }

  /// Behind a member: a comma, or the end.
  private mutating func goesOn(to end: Unicode.Scalar) throws(LicenceFault) -> Bool {
    let byte = try next()
    guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: end) else { throw wrong("a comma or \(end) is expected") }
    at += 1
    return byte == UInt8(ascii: ",")
  }

  private mutating func take(_ mark: Unicode.Scalar, _ what: String) throws(LicenceFault) {
    guard try next() == UInt8(ascii: mark) else { throw wrong(what) }
    at += 1
  }

  private mutating func next() throws(LicenceFault) -> UInt8 {
    skipBlanks()
    guard at < bytes.count else { throw .cutShort }
    return bytes[at]
  }

  private mutating func skipBlanks() {
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
      if bytes[at] == 0x0A { line += 1 }
      at += 1
    }
  }

  private func wrong(_ what: String) -> LicenceFault { .notJSON(line: line, what) }
}
