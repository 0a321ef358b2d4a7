import GestureFlowAPI

/// The text of a playlist, whatever it was written in.
enum PlaylistText {
  /// The bytes as they are read: UTF-16, which its mark tells, becomes UTF-8, and the mark of UTF-8 goes.
  static func plain(_ bytes: some Collection<UInt8>) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(Array(bytes), low: 0, high: 1) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(Array(bytes), low: 1, high: 0) }
    return Array(bytes)
  }

  private static func utf16(_ bytes: [UInt8], low: Int, high: Int) -> [UInt8] {
    // The first unit is the mark; half a unit at the end is nothing.
    let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8 }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count / 2)
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) { plain.append($0) }
    return plain
  }

  /// Calls `body` for each line with its number, one after the other: four million empty lines are never four million
  /// strings at once.
  /// - Parameter body: answers whether to go on.
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

  /// The byte that two hexadecimal digits name; nil if they are none.
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

  /// A text with `%XX` as the bytes that they stand for; nil if it has none of these, or a zero among them.
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
