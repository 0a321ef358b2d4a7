import ExternalSources
import Settings
import Testing

/// Tests of the key `stream.pipes`: accepted values, and messages for rejected ones.
@Suite struct PipeTablesTests {
  private func read(_ text: String) -> (pipes: [PipeSettings], errors: [ConfigError]) {
    var configuration = Configuration()
    let errors = ConfigFile.apply(text, file: "/etc/x.toml", to: &configuration)
    return (configuration.streamPipes, errors)
  }

  @Test func `pipes are read in both forms`() {
    let inline = read(
      """
      [stream]
      pipes = [
        { name = "spotify", path = "/run/gestureflow/spotify.pcm" },
        { name = "air-play", path = "/run/gestureflow/airplay.pcm", rate = 48000, format = "f32", channels = 6 },
      ]
      """)
    let blocks = read(
      """
      [[stream.pipes]]
      name = "spotify"
      path = "/run/gestureflow/spotify.pcm"
      [[stream.pipes]]
      name = "air-play"
      path = "/run/gestureflow/airplay.pcm"
      rate = 48000
      format = "f32"
      channels = 6
      """)
    let wanted = [
      PipeSettings(name: "spotify", path: "/run/gestureflow/spotify.pcm"),
      PipeSettings(name: "air-play", path: "/run/gestureflow/airplay.pcm", rate: 48_000, format: .f32, channels: 6),
    ]
    #expect(inline.errors.isEmpty && inline.pipes == wanted, "\(inline.errors)")
    #expect(blocks.errors.isEmpty && blocks.pipes == wanted, "\(blocks.errors)")
    #expect(read("[stream]\npipes = []\n").errors.isEmpty)
  }

  @Test func `they are written as they are read`() {
    var configuration = Configuration()
    configuration.streamPipes = [
      PipeSettings(name: "a", path: "/a \"b\"", rate: 8000, format: .s24, channels: 8), PipeSettings(name: "b", path: "/b"),
    ]
    var again = Configuration()
    #expect(ConfigFile.apply(ConfigFile.text(of: configuration), file: "x", to: &again).isEmpty)
    #expect(again == configuration)
  }

  /// Each with the text that its message must contain.
  @Test(arguments: [
    ("name = \"a\"", ["pipe 1", "it has no path"]),
    ("path = \"/a\"", ["it has no name"]),
    ("name = 3, path = \"/a\"", ["a number", "name"]),
    ("name = \"a b\", path = \"/a\"", ["\"a b\"", "letters"]),
    ("name = \"next\", path = \"/a\"", ["\"next\""]),
    ("name = \"auto\", path = \"/a\"", ["\"auto\""]),
    ("name = \"\", path = \"/a\"", ["name \"\""]),
    ("name = \"\\u202Ea\", path = \"/a\"", ["name"]),
    ("name = \"a\", path = \"a.pcm\"", ["\"a.pcm\"", "absolute path"]),
    ("name = \"a\", path = \"/a/\"", ["\"/a/\""]),
    ("name = \"a\", path = true", ["true or false", "path"]),
    ("name = \"a\", path = \"/a\", rate = 7999", ["rate 7999", "8000 to 192000"]),
    ("name = \"a\", path = \"/a\", rate = 44100.5", ["rate 44100.5"]),
    ("name = \"a\", path = \"/a\", rate = nan", ["rate nan"]),
    ("name = \"a\", path = \"/a\", rate = \"44100\"", ["a text", "rate"]),
    ("name = \"a\", path = \"/a\", format = \"s8\"", ["format \"s8\"", "\"s24\""]),
    ("name = \"a\", path = \"/a\", format = 16", ["a number", "format"]),
    ("name = \"a\", path = \"/a\", channels = 0", ["channels 0", "1 to 8"]),
    ("name = \"a\", path = \"/a\", channels = 9", ["channels 9"]),
    ("name = \"a\", path = \"/a\", speed = 2", ["the key \"speed\" does not exist", "channels"]),
    ("name = \"a\", path = \"/a\" }, { name = \"A\", path = \"/b\"", ["pipe 2", "second pipe with the name \"A\""]),
    ("name = \"a\", path = \"/a\" }, { name = \"b\", path = \"/a\"", ["pipe 2", "second pipe with the path \"/a\""]),
  ])
  func `wrong entries are named`(fields: String, names: [String]) throws {
    let result = read("# mine\n[stream]\npipes = [{ \(fields) }]\n")
    let error = try #require(result.errors.first)
    #expect(result.pipes.isEmpty && result.errors.count == 1 && error.line == 3 && error.key == "stream.pipes", "\(error)")
    for name in names { #expect("\(error)".contains(name), "\(error) does not name \(name)") }
  }

  @Test(arguments: [
    "pipes = 3", "pipes = \"/a\"", "pipes = [\"/a\"]", "pipes = [{ name = \"a\", path = \"/a\" }, 3]", "pipes = { name = \"a\" }",
  ])
  func `only a list of tables is taken`(line: String) {
    let result = read("[stream]\n\(line)\n")
    #expect(result.pipes.isEmpty && result.errors.count == 1 && result.errors.first?.line == 2, "\(result.errors)")
  }

  @Test func `seventeen are too many`() {
    let tables = (1...17).map { "{ name = \"p\($0)\", path = \"/p\($0)\" }" }.joined(separator: ", ")
    #expect("\(read("[stream]\npipes = [\(tables)]").errors)".contains("the limit is 16"))
  }

  @Test func `the line of a block is found`() throws {
    let error = try #require(read("[camera]\nrate = 30\n\n[[stream.pipes]]\nname = \"a\"\npath = \"b\"\n").errors.first)
    #expect(error.line == 4 && error.key == "stream.pipes")
  }
}
