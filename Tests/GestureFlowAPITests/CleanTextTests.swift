import Foundation
import GestureFlowAPI
import Testing

@Suite struct CleanTextTests {
  @Test func `line ends and control characters become one blank`() {
    #expect(cleaned("Song\nWATCHDOG=trigger", limit: 100) == "Song WATCHDOG=trigger")
    for end in [
      "\n", "\r", "\r\n", "\t", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{B}", "\u{2028}", "\u{2029}", "\u{A0}", "\u{3000}",
    ] {
      #expect(cleaned("a\(end)b", limit: 100) == "a b", "U+\(String(end.unicodeScalars.first!.value, radix: 16))")
    }
    #expect(cleaned("  a \t\r\n  b  \n", limit: 100) == "a b")
    #expect(cleaned("\u{1B}[31mred\u{1B}[0m", limit: 100) == "[31mred [0m")
  }

  @Test func `invisible characters are left out`() {
    let hidden: [UInt32] = [
      0xAD, 0x34F, 0x61C, 0x115F, 0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060, 0x2064,
      0x2066, 0x2067, 0x2068, 0x2069, 0x3164, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFE, 0xE0001, 0xE0041, 0xE0100,
    ]
    for value in hidden {
      let scalar = Unicode.Scalar(value)!
      #expect(
        cleaned("ab\(Character(scalar))cd", limit: 100).unicodeScalars.elementsEqual("abcd".unicodeScalars), "U+\(String(value, radix: 16))"
      )
    }
    #expect(cleaned("evil\u{202E}3pm.exe", limit: 100) == "evil3pm.exe")
    #expect(cleaned("\u{200B}\u{2800} \u{FEFF}\n", limit: 100).isEmpty)
  }

  @Test func `letters of all scripts stay`() {
    for text in ["Für Elise", "Дорогой длинною", "さくら", "أغنية", "नमस्ते", "e\u{301}tude", "𝄞 ♪ 🎹", "100 % _ \\ \" ' <b>", "x\u{FFFD}y"] {
      #expect(cleaned(text, limit: 100).unicodeScalars.elementsEqual(text.unicodeScalars), "\(text)")
    }
  }

  /// Bytes that are not text become replacement characters.
  @Test func `bad UT f 8 is harmless`() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xED, 0xA0, 0x80, 0xC0, 0xAF, 0x0A, 0x62]
    let line = cleaned(String(decoding: bytes, as: UTF8.self), limit: 100)
    #expect(line.hasPrefix("a\u{FFFD}") && line.hasSuffix("\u{FFFD} b"))
  }

  @Test func `long text ends in an ellipsis`() {
    #expect(cleaned("abcdef", limit: 6) == "abcdef")
    #expect(cleaned("abcdefg", limit: 6) == "abcde…")
    #expect(cleaned("abcd efg", limit: 6) == "abcd…", "no blank stands before the ellipsis")
    #expect(cleaned("ab", limit: 1) == "…" && cleaned("a", limit: 1) == "a")
    #expect(cleaned("a", limit: 0).isEmpty && cleaned("a", limit: -1).isEmpty && cleaned("", limit: 5).isEmpty)
    #expect(cleaned(String(repeating: "ü", count: 10_000), limit: 300).count == 300)
    #expect(cleaned("abc" + String(repeating: " ", count: 1000), limit: 3) == "abc", "blanks at the end are not what was cut")
  }

  /// One character may be a megabyte: the bytes are limited, too.
  @Test func `accents without end are cut`() {
    let tower = cleaned("a" + String(repeating: "\u{301}", count: 100_000), limit: 50)
    #expect(tower.unicodeScalars.count <= 200 && tower.hasSuffix("…"))
    let jamo = cleaned(String(repeating: "\u{1100}", count: 100_000), limit: 50)
    #expect(jamo.unicodeScalars.count <= 200)
  }

  /// Any input becomes one line within its limit. A second cleaning does not change it.
  @Test func `whatever comes in the rules hold`() {
    var state: UInt64 = 5
    func random(_ below: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % below
    }
    for _ in 0..<2000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random(60) {
        let value = random(3) == 0 ? random(0x110000) : random(0x2100)
        if let scalar = Unicode.Scalar(UInt32(value)) { text.append(scalar) }
      }
      let limit = Int(random(40))
      let line = cleaned(String(text), limit: limit)
      #expect(line.count <= limit)
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !$0.properties.isDefaultIgnorableCodePoint })
      #expect(!line.hasPrefix(" ") && !line.hasSuffix(" ") && !line.contains("  "))
      #expect(cleaned(line, limit: limit) == line)
    }
  }
}
