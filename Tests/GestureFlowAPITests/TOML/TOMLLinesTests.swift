import GestureFlowAPI
import Testing

/// Tests of the lines of a small TOML file.
/// Each unreadable line is reported, and the others are read.
@Suite struct TOMLLinesTests {
  private func read(_ text: String) -> TOMLLines {
    TOMLLines(text, TOMLLines.Heads(["[[channel]]", "[lfo]"], rule: "is not a head", hint: "[lfo]"))
  }

  @Test func `values of every kind are read`() {
    let values: [(text: String, value: TOMLLines.Value)] = [
      ("\"a\\\"\\\\\\t\\n\\r\\u00E9\\U0001F600\" # x", .text("a\"\\\t\n\r\u{E9}\u{1F600}")), ("'a\\b'", .text("a\\b")), ("''", .text("")),
      ("\"#\"", .text("#")), ("1_000", .whole(1000)), ("-7", .whole(-7)), ("1.5e3#x", .number(1500)), ("[1, 2", .other("a list")),
      ("{ a = 1", .other("a table")), ("true", .other("true or false")), ("nan", .other("'nan' (a text stands between quotation marks)")),
      ("0x1F", .other("'0x1F' (a text stands between quotation marks)")), ("\"a\u{7}b\"", .text("a\u{7}b")),
    ]
    for (text, value) in values {
      let lines = read("a-_1 = \(text)")
      #expect(lines.entries.map(\.value) == [value] && lines.entries.first?.key == "a-_1" && lines.complaints.isEmpty, "\(text)")
    }
  }

  @Test func `each faulty line is reported and the rest is read`() {
    let faulty = [
      "y =", "hello", "= 3", "[other]", "z = \"a", "z = \"\\q\"", "z = \"\\u12\"", "z = \"a\\b\"", "z = 1 2", "z = \"\"\"a\"\"\"",
    ]
    let lines = read((["x = 1\r", "\r", "  [[channel]] # one\r"] + faulty + ["[lfo]", "w = 4"]).joined(separator: "\n"))
    #expect(lines.heads.map(\.text) == ["[[channel]]", "[lfo]"] && lines.heads.map(\.line) == [3, 14])
    #expect(lines.entries.map(\.key) == ["x", "w"] && lines.entries.map(\.line) == [1, 15] && lines.entries.map(\.head) == [nil, 1])
    #expect(lines.complaints.map(\.line) == Array(4...13))
    let texts = [
      "the value is missing", "'hello' is not understood: write KEY = VALUE or [lfo]",
      "'= 3' is not understood: write KEY = VALUE or [lfo]",
      "'[other]' is not a head", "the text has no quotation mark at its end",
      "the letter after \\ has no meaning: write \\\\ for one \\, or the text between ' and '",
      "after \\u there must be the four digits of a letter, after \\U eight",
      "the letter after \\ has no meaning: write \\\\ for one \\, or the text between ' and '",
      "there is more than one value in the line", "there is more than one value in the line",
    ]
    #expect(lines.complaints.map(\.text) == texts)
    #expect(lines.complaints.map(\.key) == ["y", nil, nil, nil] + [String?](repeating: "z", count: 6))
  }
}
