/// Reads quoted texts: on one line or several, with or without escapes.
extension TOMLScanner {
  /// Reads a text. A quotation mark must come next.
  mutating func text(onOneLine: Bool = false) throws(TOMLFault) -> String {
    let hasEscapes = next == 0x22
    let start = self
    if hasEscapes ? take("\"\"\"") : take("'''") {
      if onOneLine { throw start.fault("a key stands on one line: write it between single marks") }
      return try longText(hasEscapes, from: start)
    }
    return try shortText()
  }

  /// Reads a text on one line. Three quotation marks have no meaning of their own.
  /// - Parameter isOfLine: whether it is a text of `TOMLLines`. There a control character is a letter like others. The
  ///   escapes `\b` and `\f` are mistakes there: they come from the paths of another system.
  mutating func shortText(isOfLine: Bool = false) throws(TOMLFault) -> String {
    let (start, hasEscapes) = (self, next == 0x22)
    drop()
    var bytes: [UInt8] = []
    while !isAtLineEnd, let byte = next {
      if Self.isControl(byte), !isOfLine {
        throw fault("a text contains a control character: write it as \\u and four digits, between \" and \"")
      }
      if byte == 0x5C, hasEscapes {
        bytes += try escape(isOfLine: isOfLine)
        continue
      }
      drop()
      if byte == (hasEscapes ? 0x22 : 0x27) { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw start.fault("the text has no quotation mark at its end")
  }

  private mutating func longText(_ hasEscapes: Bool, from start: TOMLScanner) throws(TOMLFault) -> String {
    let mark: UInt8 = hasEscapes ? 0x22 : 0x27
    var bytes: [UInt8] = []
    _ = takeLineEnd()
    while let byte = next {
      if takeLineEnd() {
        bytes.append(0x0A)
      } else if hasEscapes ? take("\"\"\"") : take("'''") {
        // Up to two quotation marks may stand before the final three.
        for _ in 0..<2 where next == mark {
          bytes.append(mark)
          drop()
        }
        return String(decoding: bytes, as: UTF8.self)
      } else if Self.isControl(byte) {
        throw fault("a text contains a control character: write it as \\u and four digits, between \" and \"")
      } else if byte == 0x5C, hasEscapes {
        bytes += try escape(overLines: true)
      } else {
        bytes.append(byte)
        drop()
      }
    }
    throw start.fault("the text has no three quotation marks at its end")
  }

  private mutating func escape(overLines: Bool = false, isOfLine: Bool = false) throws(TOMLFault) -> [UInt8] {
    let start = self
    drop()
    if overLines {
      var ahead = self
      ahead.skipBlanks()
      if ahead.takeLineEnd() {
        repeat { ahead.skipBlanks() } while ahead.takeLineEnd()
        self = ahead
        return []
      }
    }
    guard !isAtLineEnd, let letter = next else { throw start.fault("the text has no quotation mark at its end") }
    drop()
    switch letter {
    case 0x22, 0x5C: return [letter]
    case UInt8(ascii: "b") where !isOfLine: return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "f") where !isOfLine: return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "u"): return try scalar(4, from: start)
    case UInt8(ascii: "U"): return try scalar(8, from: start)
    default:
      throw start.fault("the letter after \\ has no meaning: write \\\\ for one \\, or the text between ' and '")
    }
  }

  private mutating func scalar(_ digits: Int, from start: TOMLScanner) throws(TOMLFault) -> [UInt8] {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let next, let digit = Character(Unicode.Scalar(next)).hexDigitValue, next < 0x80 else {
        throw start.fault("after \\u there must be the four digits of a letter, after \\U eight")
      }
      // Eight hexadecimal digits fit into 32 bits.
      code = code << 4 | UInt32(digit)
      drop()
    }
    guard let scalar = Unicode.Scalar(code) else { throw start.fault("no character has the number after \\u") }
    return Array(String(Character(scalar)).utf8)
  }
}
