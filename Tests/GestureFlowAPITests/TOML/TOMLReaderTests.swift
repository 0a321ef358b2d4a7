import GestureFlowAPI
import Testing

/// Tests of the reader of TOML.
/// They cover every form of a value, and every error with its line.
@Suite struct TOMLReaderTests {
  static let values: [(text: String, value: TOMLValue)] = [
    ("x = true", .flag(true)), ("x = false # a remark", .flag(false)), ("\tx\t=\t1\t", .whole(1)), ("x=1", .whole(1)),
    ("x = +99", .whole(99)), ("x = -17", .whole(-17)), ("x = 0", .whole(0)), ("x = -0", .whole(0)), ("x = 1_000_000", .whole(1_000_000)),
    ("x = 9223372036854775807", .whole(.max)), ("x = -9223372036854775808", .whole(.min)), ("x = 0xDEAD_beef", .whole(0xDEAD_BEEF)),
    ("x = 0o755", .whole(0o755)), ("x = 0b1101", .whole(13)), ("x = 3.5", .number(3.5)), ("x = -0.01", .number(-0.01)),
    ("x = 5e+2", .number(500)), ("x = 1E06", .number(1e6)), ("x = 6.626e-34", .number(6.626e-34)), ("x = 9_2.5_0", .number(92.5)),
    ("x = inf", .number(.infinity)), ("x = +inf", .number(.infinity)), ("x = -inf", .number(-.infinity)),
    ("x = \"\"", .text("")), ("x = ''", .text("")), ("x = 'C:\\a'", .text("C:\\a")), ("x = \"a # b\" # c", .text("a # b")),
    (#"x = "\b\t\n\f\r\"\\\u00e9\U0001F600""#, .text("\u{8}\t\n\u{C}\r\"\\\u{E9}\u{1F600}")),
    ("x = \"\"\"\none\ntwo\"\"\"", .text("one\ntwo")), ("x = \"\"\"a \\\n\n   b\"\"\"", .text("a b")),
    ("x = \"\"\"\"a\"\"\"\"\"", .text("\"a\"\"")), ("x = '''\na\\n'b'''", .text("a\\n'b")), ("x = \"\"\"a\r\nb\"\"\"", .text("a\nb")),
    ("x = 1979-05-27", .date("1979-05-27")), ("x = 07:32:00", .date("07:32:00")),
    ("x = 1979-05-27T07:32:00.5-07:00", .date("1979-05-27T07:32:00.5-07:00")),
    ("x = 1979-05-27 07:32:00Z # then", .date("1979-05-27 07:32:00Z")),
    ("x = []", .list([])), ("x = [1, \"a\", [true],]", .list([.whole(1), .text("a"), .list([.flag(true)])])),
    ("x = [ # one\n  1, # two\n\n  2\n  # three\n]", .list([.whole(1), .whole(2)])),
    ("\u{FEFF}x = 1\r\n", .whole(1)), ("# only\n\n  x = 1", .whole(1)), ("\"x\" = 1", .whole(1)), ("'x' = 1", .whole(1)),
  ]

  @Test func `every form of a value is read`() throws {
    for (text, value) in Self.values { #expect(try TOMLReader.read(text)["x"] == value, "\(text)") }
    guard case .number(let nan)? = try TOMLReader.read("x = nan")["x"] else { Issue.record("nan is not a number"); return }
    #expect(nan.isNaN)
    #expect(try TOMLReader.read("").items.isEmpty && TOMLReader.read("# a").items.isEmpty)
  }

  @Test func `tables come by heads, points and braces alike`() throws {
    func table(_ items: [String: (Int, TOMLValue)]) -> TOMLTable {
      TOMLTable(items: items.mapValues { TOMLTable.Item(line: $0.0, value: $0.1) })
    }
    let one = TOMLValue.table(table(["b": (1, .whole(1))]))
    #expect(try TOMLReader.read("a.b = 1")["a"] == one && TOMLReader.read("a = { b = 1 }")["a"] == one)
    #expect(try TOMLReader.read("[a]\nb = 1")["a"] == .table(table(["b": (2, .whole(1))])))
    #expect(try TOMLReader.read(" [ a . \"b c\" ] # x\n") == table(["a": (1, .table(table(["b c": (1, .table(table([:])))])))]))
    #expect(try TOMLReader.read("a.x = 1\na.y = 2")["a"] == .table(table(["x": (1, .whole(1)), "y": (2, .whole(2))])))
    // The outer table may have its own header later.
    let around = try TOMLReader.read("[a.b]\nc = 1\n[a]\nd = 2")
    #expect(around["a"] == .table(table(["b": (1, .table(table(["c": (2, .whole(1))]))), "d": (4, .whole(2))])))
    // Headers below a list's table belong to its newest element.
    let list = try TOMLReader.read("[[p]]\nx = 1\n[p.q]\ny = 2\n[[p]]")
    let first = table(["x": (2, .whole(1)), "q": (3, .table(table(["y": (4, .whole(2))])))])
    #expect(list == table(["p": (1, .list([.table(first), .table(table([:]))]))]))
  }

  static let faults: [(text: String, line: Int, names: String)] = [
    ("[", 1, "a name is expected"), ("[#]", 1, "a name is expected"), ("[[", 1, "a name is expected"),
    ("[\ncamera]", 1, "a name is expected"),
    ("[]", 1, "a name is expected"), ("[a.]", 1, "a name is expected"), ("\n[a", 2, "a head ends with ]"),
    ("[[a]", 1, "a head ends with ]]"),
    ("[a] b = 1", 1, "begin a new line"), ("a = 1 b = 2", 1, "begin a new line"), ("a", 1, "= is expected"), ("a 1", 1, "= is expected"),
    ("= 1", 1, "a name is expected"), ("\u{E9} = 1", 1, "between quotation marks"), ("a..b = 1", 1, "a name is expected"),
    ("\"\"\"a\"\"\" = 1", 1, "one line"), ("\n\na =", 3, "the value is missing"), ("a = # b", 1, "the value is missing"),
    ("a = yes", 1, "quotation marks"), ("a = 'b", 1, "no quotation mark at its end"), ("a = \"b\\", 1, "no quotation mark at its end"),
    ("a = 1\nb = '''\n\n", 2, "no three quotation marks"), ("a = \"\\q\"", 1, "has no meaning"), ("a = \"\\u12g4\"", 1, "four digits"),
    ("a = \"\\ud800\"", 1, "no character"), ("a = \"\\Uffffffff\"", 1, "no character"), ("a = \"\u{1}\"", 1, "control character"),
    ("# \u{1}", 1, "control character"), ("a = '''\n\u{7F}'''", 2, "control character"), ("a = 1\rb = 2", 1, "begin a new line"),
    ("a = 01", 1, "begins with a zero"), ("a = 1__0", 1, "not a value"), ("a = _1", 1, "not a value"), ("a = 1_", 1, "not a value"),
    ("a = 1.", 1, "not a value"), ("a = .5", 1, "not a value"), ("a = 0x", 1, "not a value"), ("a = 0b2", 1, "not a value"),
    ("a = +-1", 1, "not a value"), ("a = 1e", 1, "not a value"), ("a = 9223372036854775808", 1, "too large"),
    ("a = 0xFFFFFFFFFFFFFFFF", 1, "too large"), ("a = 1e999", 1, "too large"), ("a = [1 2]", 1, ", or ]"),
    ("a = [}]", 1, "a value is expected"), ("a = [,]", 1, "a value is expected"), ("\na = [1,\n2", 2, "no ] at its end"),
    ("a = {b = 1,}", 1, "a name is expected"), ("a = {b = 1\n}", 1, "one line"), ("a = {", 1, "one line"),
    ("a = {b = 1 c = 2}", 1, ", or }"),
    ("a = 1\na = 2", 2, "line 1 already"), ("a = 1\n'a' = 2", 2, "line 1 already"), ("[a]\n\n[a]", 3, "line 1 already"),
    ("[a]\n[[a]]", 2, "line 1 already"), ("[[a]]\n[a]", 2, "line 1 already"), ("a = []\n[[a]]", 2, "line 1 already"),
    ("a.b = 1\n[a]", 2, "line 1 already"), ("a = {}\n[a.b]", 2, "line 1 already"), ("a = {}\na.b = 1", 2, "line 1 already"),
    ("[a.b]\n[a]\nb.c = 1", 3, "line 1 already"), ("a = 1\na.b = 1", 2, "line 1 already"), ("a = {b = 1, b = 2}", 1, "line 1 already"),
  ]

  @Test func `every fault is named with its line`() {
    for (text, line, names) in Self.faults {
      let fault = #expect(throws: TOMLFault.self, "\(text)") { _ = try TOMLReader.read(text) }
      #expect(fault?.line == line && fault?.text.contains(names) == true, "\(text): \(String(describing: fault))")
    }
  }

  @Test func `a fault in a value names its key and column`() {
    let fault = #expect(throws: TOMLFault.self) { _ = try TOMLReader.read("# \u{E9}\n[camera]\n\"\u{E9}\".rate = yes\n") }
    #expect(fault?.line == 3 && fault?.column == 12 && fault?.key == "camera.\u{E9}.rate")
    #expect(fault?.description.hasPrefix("column 12: 'yes'") == true)
  }

  /// Each of these would overflow the stack of a recursive reader.
  @Test func `depth has a limit in each form`() throws {
    func nested(_ levels: Int) -> [String] {
      [
        String(repeating: "a.", count: levels - 1) + "a = 1", "[" + String(repeating: "a.", count: levels - 1) + "a]",
        "[[" + String(repeating: "a.", count: levels - 1) + "a]]",
        "a = " + String(repeating: "[", count: levels) + String(repeating: "]", count: levels),
        "a = " + String(repeating: "{a=", count: levels) + "1" + String(repeating: "}", count: levels),
      ]
    }
    for text in nested(TOMLReader.maxDepth) { #expect(throws: Never.self, "\(text)") { _ = try TOMLReader.read(text) } }
    for text in nested(TOMLReader.maxDepth + 2) + nested(40_000) + [String(repeating: "a.", count: 120_000) + "a = 1"] {
      let fault = #expect(throws: TOMLFault.self) { _ = try TOMLReader.read(text) }
      #expect(fault?.text.contains("16 levels") == true, "\(text.prefix(20)): \(String(describing: fault))")
    }
  }

  @Test func `size and number of keys have limits`() throws {
    let full = (1...TOMLReader.maxKeys).map { "k\($0) = 1\n" }.joined()
    #expect(try TOMLReader.read(full).items.count == TOMLReader.maxKeys)
    let fault = #expect(throws: TOMLFault.self) { _ = try TOMLReader.read(full + "more = 1") }
    #expect(fault?.line == TOMLReader.maxKeys + 1)
    #expect(throws: TOMLFault.self) { _ = try TOMLReader.read(String(repeating: "[[a]]\n", count: 40_000)) }
    let remark = "#" + String(repeating: "x", count: TOMLReader.maxBytes - 1)
    #expect(try TOMLReader.read(remark).items.isEmpty)
    #expect(throws: TOMLFault.self) { _ = try TOMLReader.read(remark + "x") }
  }
}
