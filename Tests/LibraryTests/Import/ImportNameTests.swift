import Library
import Testing

@Suite struct ImportNameTests {
  @Test func `names from clients are only names`() {
    let cases: [(String, String)] = [
      ("film.mp4", "film.mp4"), ("../../etc/passwd", "passwd"), ("/root/x.m4a", "x.m4a"), ("C:\\Users\\me\\x.mov", "x.mov"),
      (".hidden.mp4", "hidden.mp4"), ("...", "film"), ("", "film"), ("/", "film"), ("a\nb\u{1B}[2J.mp4", "a b [2J.mp4"),
      ("ein schöner Tag.mp4", "ein schöner Tag.mp4"),
    ]
    for (given, clean) in cases { #expect(ImportName.clean(given) == clean, "\(given.debugDescription)") }
  }

  @Test func `long names fit and keep their ending`() {
    for letter in ["a", "ü", "ツ", "👋🏽"] {
      let name = ImportName.clean(String(repeating: letter, count: 400) + ".mp4")
      #expect(name.utf8.count <= 200 && name.count > 10, "\(name.utf8.count) bytes")
    }
    let named = ImportName.clean(String(repeating: "ツ", count: 100) + ".mp4")
    #expect(named.hasSuffix(".mp4") && named.hasPrefix("ツツ") && named.utf8.count <= 200)
    #expect(ImportName.short("aü", bytes: 2) == "a", "no half letters")
  }
}
