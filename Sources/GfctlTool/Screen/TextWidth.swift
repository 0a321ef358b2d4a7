/// Widths of texts on a terminal, in columns.
package enum TextWidth {
  /// Scalars that take two columns. They have East Asian Width W or F of Unicode 16, without emoji. Unassigned ones
  /// between them count, too.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF,
    0x20000...0x3FFFD,
  ]
  /// Vowels and final consonants of Hangul, which join the consonant before them.
  private static let joining: ClosedRange<UInt32> = 0x1160...0x11FF

  /// Returns the number of columns of a text. It may be too large, but never too small: each emoji of a joined sequence
  /// counts.
  package static func of(_ text: some StringProtocol) -> Int { text.unicodeScalars.reduce(0) { $0 + columns($1) } }

  /// Returns the longest start of a text that fits, cut between characters.
  static func prefix(_ text: Substring, _ columns: Int) -> Substring {
    var room = columns
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      room -= of(text[end..<next])
      if room < 0 { break }
      end = next
    }
    return text[..<end]
  }

  /// Returns a text of at most so many columns. A text that was cut ends with an ellipsis.
  package static func cut(_ text: String, _ columns: Int) -> String {
    guard of(text) > columns else { return text }
    return columns < 1 ? "" : String(prefix(text[...], columns - 1)) + "…"
  }

  /// Returns a text of exactly so many columns. It is cut, or has blanks at its end.
  package static func fitted(_ text: String, _ columns: Int) -> String {
    let shown = cut(text, columns)
    return shown + String(repeating: " ", count: max(columns - of(shown), 0))
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if joining.contains(value) { return 0 }
    // It makes a text symbol an emoji, which some terminals draw two columns wide.
    if value == 0xFE0F { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || wide.contains { $0.contains(value) } ? 2 : 1
    }
  }
}
