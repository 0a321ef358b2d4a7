import Foundation
import GestureFlowAPI
import Settings
import TestSupport
import Testing

/// Tests of damaged configurations: each gives a value or an error. None ends the process.
@Suite struct ConfigFuzzTests {
  /// Texts on which a TOML reader can fail an assertion.
  static let cases = ["[\ncamera]", "[#]", "[", "[[", "[library]\nfolders = [}]\n", "a = [}]", "[camera]\nremember J true\n"]

  /// Every key with a value, in every form of a configuration.
  static let maximal = """
    \u{FEFF}camera = { source = 'auto', width = 6_40 } # a remark
    player.start-volume = 8e-1
    [gestures]
    hold = 0.5\r
    "pinch" = "both"
    [library]
    folders = [
      "/srv/\\u00e9", # one
      '/b c',
    ]
    mount-root = \"\"\"
    /run/media\"\"\"
    [[stream.pipes]]
    name = "a"
    path = '''/run/a'''
    rate = 0xBB80
    [[stream.pipes]]
    name = "b"
    path = "/run/b"
    """

  @Test func `the end of the daemon is an error with its line`() {
    for text in Self.cases {
      var configuration = Configuration()
      let errors = ConfigFile.apply(text, file: "/etc/x.toml", to: &configuration)
      #expect(!errors.isEmpty && errors.allSatisfy { $0.line != nil } && configuration == Configuration(), "\(text): \(errors)")
    }
    for text in [String(repeating: "a.", count: 120_000) + "a = 1", "[camera]\nrate = " + String(repeating: "[", count: 120_000)] {
      var configuration = Configuration()
      #expect("\(ConfigFile.apply(text, file: "x", to: &configuration))".contains("16 levels"))
    }
    #expect(throws: Problem.self) { try ConfigFile.setting("library.folders", to: "[}]", in: "", file: "x") }
  }

  @Test func `a bracket lost in the example is found on its line`() throws {
    var lines = ConfigFile.example().split(separator: "\n", omittingEmptySubsequences: false)
    let at = try #require(lines.firstIndex(of: "[gestures]"))
    lines[at + 1] = "["
    var configuration = Configuration()
    let errors = ConfigFile.apply(lines.joined(separator: "\n"), file: "x", to: &configuration)
    #expect(errors.count == 1 && errors.first?.line == at + 2, "\(errors)")
  }

  @Test func `every form that a person writes is taken`() {
    var configuration = Configuration()
    let errors = ConfigFile.apply(Self.maximal, file: "x", to: &configuration)
    #expect(errors.isEmpty, "\(errors)")
    #expect(configuration.folders == ["/srv/\u{E9}", "/b c"] && configuration.mountRoot == "/run/media")
    #expect(configuration.holdSeconds == 0.5 && configuration.startVolume == 0.8 && configuration.cameraWidth == 640)
    #expect(configuration.streamPipes.map(\.rate) == [48_000, 44_100])
  }

  /// A line inside a multi-line string is not a table header or a key.
  @Test func `the line of a fault is where the reader was`() {
    var configuration = Configuration()
    let text = "[library]\nmount-root = '''\n[camera]\nrate = 500'''\n[camera]\nrate = 500\n"
    let errors = ConfigFile.apply(text, file: "x", to: &configuration)
    #expect(errors.first { $0.key == "camera.rate" }?.line == 6, "\(errors)")
  }

  @Test func `mutated configurations end in a value or an error`() {
    let seeds = ([ConfigFile.example(), Self.maximal] + Self.cases).map { Array($0.utf8) }
    var random = SplitMix(32)
    var (taken, turns) = (0, 0)
    for turn in Fuzzer.configuration.turns(sample: 400) {
      turns += 1
      let bytes = random.mutate(seeds[turn % seeds.count])
      var configuration = Configuration()
      let errors = ConfigFile.apply(String(decoding: bytes, as: UTF8.self), file: "x", to: &configuration)
      if errors.isEmpty { taken += 1 } else { #expect(configuration == Configuration(), "turn \(turn)") }
      #expect(errors.allSatisfy { ($0.line ?? 0) > 0 }, "turn \(turn): \(errors)")
    }
    #expect(taken > 0 && taken < turns, "\(taken) of \(turns) were taken")
  }

  /// A client sends the value, and a person wrote the text.
  @Test func `a key set or removed in a mutated text is an error or changes that key alone`() {
    let small = "[camera]\nrate = 60 # fast\n[library]\nfolders = [\n  \"/a\",\n]\n"
    let seeds = [ConfigFile.example(), Self.maximal, small].map { Array($0.utf8) }
    var random = SplitMix(38)
    var (set, removed) = (0, 0)
    for turn in Fuzzer.changes.turns(sample: 150) {
      let text = String(decoding: random.mutate(seeds[turn % seeds.count]), as: UTF8.self)
      let key = ConfigKeys.all[random.below(ConfigKeys.all.count)]
      let usual = Array(key.get(Configuration()).toml.utf8)
      let value = String(decoding: turn % 2 == 0 ? usual : random.mutate(usual), as: UTF8.self)
      var before = Configuration()
      let isWhole = ConfigFile.apply(text, file: "x", to: &before).isEmpty
      if let result = try? ConfigFile.setting(key.name, to: value, in: text, file: "x") {
        set += 1
        var after = Configuration()
        #expect(ConfigFile.apply(result, file: "x", to: &after).isEmpty, "turn \(turn)")
        var expected = before
        key.put(&expected, key.get(after))
        #expect(after == expected || !isWhole, "turn \(turn): \(key.name) = \(value)")
      }
      if let result = try? ConfigFile.removing(key.name, from: text, file: "x"), result != text {
        removed += 1
        var after = Configuration()
        #expect(ConfigFile.apply(result, file: "x", to: &after).isEmpty, "turn \(turn)")
        var expected = before
        key.put(&expected, key.get(Configuration()))
        #expect(after == expected || !isWhole, "turn \(turn): without \(key.name)")
      }
    }
    #expect(set > 0 && removed > 0, "\(set) set, \(removed) removed")
  }
}
