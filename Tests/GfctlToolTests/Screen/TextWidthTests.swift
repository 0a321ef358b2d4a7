import GfctlTool
import Testing

/// Widths of texts on a terminal.
@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Night drive", 11), ("Größe", 5), ("e\u{301}a\u{308}", 2), ("ツ", 2), ("漢字", 4), ("ｶﾅ", 2), ("Ａ", 2), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🎹", 2), ("…", 1), ("\u{28FF}", 1), ("שלום", 4), ("नि", 2),
  ])
  func `a text has the columns that a terminal gives it`(text: String, columns: Int) { #expect(TextWidth.of(text) == columns) }

  @Test func `a text is cut between characters and then has an ellipsis`() {
    #expect(TextWidth.cut("Night", 5) == "Night" && TextWidth.cut("Nights", 5) == "Nigh…")
    #expect(TextWidth.cut("漢字漢字", 8) == "漢字漢字" && TextWidth.cut("漢字漢字", 7) == "漢字漢…" && TextWidth.cut("漢字漢字", 6) == "漢字…")
    #expect(TextWidth.cut("e\u{301}e\u{301}e\u{301}", 2) == "e\u{301}…")
    #expect(TextWidth.cut("漢", 1) == "…" && TextWidth.cut("a", 0).isEmpty && TextWidth.cut("a", -1).isEmpty)
  }

  @Test(arguments: 0...9) func `a fitted text has exactly its columns`(columns: Int) {
    for text in ["", "漢字漢字", "a🎹b", "e\u{301}"] { #expect(TextWidth.of(TextWidth.fitted(text, columns)) == columns) }
  }
}
