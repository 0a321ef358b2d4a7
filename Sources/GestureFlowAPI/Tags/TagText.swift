/// Decoders for text of unknown encoding in tags.
package enum TagText {
  /// Letters of CP1252 from 0x80 to 0x9F. Five of these bytes are undefined and stay control characters.
  private static let marks: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// Decodes CP1252, a superset of Latin-1. Every byte is a letter.
  package static func windows(_ bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = (0x80...0x9F).contains(byte) ? marks[Int(byte) - 0x80] : UInt16(byte)
      text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// Decodes UTF-8 if the bytes are valid UTF-8, else CP1252.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? windows(bytes)
  }

  /// Decodes UTF-16. The byte order mark wins over the given order. An incomplete letter at the end is dropped.
  static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> String {
    var isBigEndian = isBigEndian
    var begin = 0
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      isBigEndian = bytes[0] == 0xFE
      begin = 2
    }
    let high = isBigEndian ? 0 : 1
    let units = stride(from: begin, to: bytes.count - 1, by: 2).lazy.map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
    }
    return String(decoding: Array(units), as: UTF16.self)
  }
}
