import Foundation
import GfctlTool
import Testing

/// The output of `gfctl` for names that strangers have written.
@Suite struct TerminalTests {
  @Test(arguments: [
    ("/stick/a song.wav", "/stick/a song.wav"), ("Größe/ツ.flac", "Größe/ツ.flac"),
    ("/stick/gpj.\u{202E}gnos\u{202C}.wav", "/stick/gpj.gnos.wav"), ("a\u{2066}b\u{2069}\u{200F}c", "abc"),
    ("one\nWATCHDOG=trigger", "one WATCHDOG=trigger"), ("red \u{1B}[31m and \u{9B}31m", "red [31m and 31m"), ("\u{200B}", ""),
  ])
  func `text is one line in its own order and commands nothing`(text: String, shown: String) {
    #expect(Terminal.plain(text) == shown)
  }

  @Test func `a path without end is cut`() {
    let path = String(repeating: "/folder", count: 500)
    let shown = Terminal.plain(path)
    #expect(shown.count == Terminal.longest && shown.hasSuffix("…") && path.hasPrefix(shown.dropLast()))
    #expect(Terminal.plain(String(path.prefix(Terminal.longest))) == path.prefix(Terminal.longest))
    // A thousand accents on one letter are one character, and are cut all the same.
    #expect(Terminal.plain("a" + String(repeating: "\u{301}", count: 100_000)).unicodeScalars.count <= Terminal.longest * 4)
  }
}
