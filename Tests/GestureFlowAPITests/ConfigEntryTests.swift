import GestureFlowAPI
import Testing

/// Tests of how `gfctl config set` writes a person's input.
/// Texts get their quotation marks. Numbers stay numbers where a key takes both.
@Suite struct ConfigEntryTests {
  private func entry(_ value: String, numbersToo: Bool? = nil) -> ConfigEntry {
    var entry = ConfigEntry(key: "a.b", value: value, defaultValue: value, allowed: "", live: false)
    entry.takesNumbersToo = numbersToo
    return entry
  }

  @Test(arguments: [
    ("auto", "\"auto\""), ("fast", "\"fast\""), ("60", "60"), ("30.5", "30.5"), ("-1", "-1"), ("+5", "+5"), (".5", ".5"),
    ("\"auto\"", "\"auto\""), ("'auto'", "'auto'"), ("\"60\"", "\"60\""),
  ])
  func `a key that takes both is written as what it is`(typed: String, written: String) {
    #expect(entry("\"auto\"", numbersToo: true).written(typed) == written)
  }

  @Test(arguments: [("48 72", "\"48 72\""), ("60", "\"60\""), ("a \"b\" \\c", #""a \"b\" \\c""#), ("'x'", "'x'"), ("", "\"\"")])
  func `a text stays a text`(typed: String, written: String) {
    #expect(entry("\"C3 C5\"").written(typed) == written && entry("\"C3 C5\"", numbersToo: false).written(typed) == written)
  }

  @Test(arguments: ["30", "auto", "true", "[\"/a\"]"])
  func `values that are not text are written as typed`(typed: String) {
    for value in ["30", "false", "[]"] { #expect(entry(value).written(typed) == typed) }
  }
}
