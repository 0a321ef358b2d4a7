import GfctlTool
import Testing

@Suite struct CommandLineWordsTests {
  @Test func `negative numbers need no dashes`() {
    let cases: [(String, String)] = [
      ("pitch -200", "pitch -- -200"), ("pitch -0.5 --socket /x", "pitch --socket /x -- -0.5"),
      ("pitch --socket /x -200", "pitch --socket /x -- -200"),
      ("pitch -- -200", "pitch -- -200"), ("pitch 200", "pitch 200"), ("volume -1", "volume -- -1"), ("pitch -h", "pitch -h"),
      ("select -200", "select -200"), ("pitch", "pitch"), ("stem 2 pitch -50", "stem 2 pitch -- -50"),
      ("stem 2 pitch -50 --socket /x", "stem 2 pitch --socket /x -- -50"), ("tempo -1", "tempo -- -1"), ("loop 2 off", "loop 2 off"),
      ("effect delay -1", "effect delay -- -1"), ("seek -5", "seek -- -5"), ("range -1 60", "range -1 60"),
      ("volume -5%", "volume -- -5%"), ("seek -1:30", "seek -- -1:30"), ("volume -.5", "volume -- -.5"), ("volume +5", "volume +5"),
    ]
    for (written, parsed) in cases {
      #expect(CommandLineWords.parsed(written.split(separator: " ").map(String.init)) == parsed.split(separator: " ").map(String.init))
    }
  }

  @Test func `json takes a style`() {
    #expect(CommandLineWords.parsed(["status", "--json=pretty"]) == ["status", "--json-pretty"])
    #expect(CommandLineWords.parsed(["--json=pretty"]) == ["status", "--json-pretty"])
    #expect(CommandLineWords.parsed(["status", "--json=plain"]) == ["status", "--json"])
    #expect(CommandLineWords.parsed(["status", "--json"]) == ["status", "--json"])
    #expect(CommandLineWords.parsed(["library", "search", "--json=pretty"]) == ["library", "search", "--json=pretty"], "a word of others")
  }

  @Test func `without a command it is status and other options of gfctl stay`() {
    #expect(CommandLineWords.parsed([]) == ["status"])
    #expect(CommandLineWords.parsed(["-q"]) == ["status", "-q"])
    for own in ["--help", "-h", "--version", "--generate-completion-script", "---completion"] {
      #expect(CommandLineWords.parsed([own, "x"]) == [own, "x"])
    }
    #expect(CommandLineWords.parsed(["stauts"]) == ["stauts"])
  }
}
