import GestureFlowAPI

/// Decodes the text of a playlist in any encoding.
enum PlaylistText {
  /// Returns the bytes as UTF-8 without a byte order mark. UTF-16 is recognised by its mark.
  static func plain(_ bytes: some Collection<UInt8>) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(Array(bytes), low: 0, high: 1) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(Array(bytes), low: 1, high: 0) }
    return Array(bytes)
  }

  private static func utf16(_ bytes: [UInt8], low: Int, high: Int) -> [UInt8] {
    // The first unit is the mark. Half a unit at the end is dropped.
    let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8 }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count / 2)
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) { plain.append($0) }
    return plain
  }

  /// Calls `body` for each line with its number, one after the other. So a file of four million empty lines does not
  /// become four million strings at once.
  /// - Parameter body: returns whether to continue.
  static func lines(_ bytes: [UInt8], _ body: (_ line: ArraySlice<UInt8>, _ number: Int) -> Bool) {
    var rest = bytes[...]
    var number = 0
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      rest = rest[line.endIndex...]
      let end = rest.popFirst()
      if end == 0x0D, rest.first == 0x0A { rest.removeFirst() }
      number += 1
      if !body(line, number) { return }
    }
  }

  /// Returns the byte of two hexadecimal digits. Nil if they are not digits.
  static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = digit(high), let low = digit(low) else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Decodes `%XX` in a text. Nil if the text has no `%XX`, or has a zero byte among them.
  static func withoutPercent(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var hasAny = false
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let byte = byte(bytes[at + 1], bytes[at + 2]) {
        if byte == 0 { return nil }
        plain.append(byte)
        hasAny = true
        at += 3
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    return hasAny ? TagText.text(plain) : nil
  }
}
