import Settings
import Testing

/// The values that a configuration key accepts, and the message for other values.
@Suite struct ConfigKeyTests {
  private let flag = ConfigKey.flag("panel.enabled", \.panelEnabled, live: false, "")
  private let whole = ConfigKey.number("tracker.hands", \.trackerHands, 5...120, "frames a second", whole: true, live: false, "")
  private let share = ConfigKey.number("player.start-volume", \.startVolume, 0...1, "", live: false, "")
  private let choice = ConfigKey.choice("tracker.model", \.trackerModel, ["auto", "int8"], old: ["full": "int8"], live: false, "")
  private let texts = ConfigKey.texts("library.folders", \.folders, "folders", live: false, "")

  @Test(
    arguments: [
      (5, nil), (120, nil), (30.5, "30.5 is not allowed"), (4, "4 is not allowed"), (121, "121 is not allowed"),
      (.nan, "nan is not allowed"), (.infinity, "inf is not allowed"), (-1e300, "-1e+300 is not allowed"),
    ] as [(Double, String?)])
  func `a whole number is in its range`(number: Double, complaint: String?) { #expect(whole.complaint(.number(number)) == complaint) }

  @Test(arguments: [(0.0, true), (1, true), (0.25, true), (-0.01, false), (1.01, false)])
  func `a number may have a point where it need not be whole`(number: Double, isTaken: Bool) {
    #expect((share.complaint(.number(number)) == nil) == isTaken)
  }

  /// Values are not converted: "30" is not a number, and 1 is not `true`.
  @Test func `a value of another kind is named by its kind`() {
    #expect(whole.complaint(.text("30")) == "a text is not allowed")
    #expect(flag.complaint(.number(1)) == "a number is not allowed" && flag.complaint(.flag(false)) == nil)
    #expect(choice.complaint(.flag(true)) == "true or false is not allowed")
    #expect(texts.complaint(.text("/music")) == "a text is not allowed")
    #expect(share.complaint(.texts(["1"])) == "a list is not allowed")
    #expect(share.complaint(.other("a date")) == "a date is not allowed")
  }

  @Test func `a choice is one of its words`() {
    #expect(choice.complaint(.text("int8")) == nil)
    for word in ["Int8", "int8 ", "", "lite"] { #expect(choice.complaint(.text(word)) == "\"\(word)\" is not allowed") }
  }

  @Test func `an old word of a choice is put as the new one`() {
    #expect(choice.complaint(.text("full")) == nil)
    var configuration = Configuration()
    choice.put(&configuration, .text("full"))
    #expect(configuration.trackerModel == "int8" && choice.get(configuration) == .text("int8"))
  }

  /// A text has its form before anybody asks what it means; the meaning is asked with or without the files that it
  /// names.
  @Test func `a text is looked at for its form first`() {
    let key = ConfigKey.text("camera.source", \.cameraSource, "a camera", live: false, "") { text, files in
      text.utf8.count > 1024 || text.contains("\n") ? "read from an invalid text" : files ? "no such file" : nil
    }
    #expect(key.complaint(.text(String(repeating: "ä", count: 512)), files: false) == nil)
    #expect(key.complaint(.text(String(repeating: "ä", count: 512) + "b")) == "a text of 1025 bytes is not allowed")
    for control in ["a\nb", "\0", "a\u{1B}[0m", "a\u{7F}"] {
      #expect(key.complaint(.text(control)) == "a text with control characters is not allowed")
    }
    #expect(key.complaint(.text("film:x.mp4")) == "no such file")
    #expect(key.complaint(.text("film:x.mp4"), files: false) == nil)
  }

  @Test(
    arguments: [
      ("instrument.range", "C3 C5", true), ("instrument.range", "48 72", true), ("instrument.range", "C3", false),
      ("instrument.range", "C3 D3", false), ("instrument.key", "Bb", true), ("instrument.key", "H", false),
      ("instrument.scale", "blues", true),
      ("instrument.scale", "disco", false), ("instrument.output", "both", true), ("touch.device", "auto", true),
      ("touch.device", "/dev/input/event3", true), ("touch.device", "mouse", false), ("tempo.source", "midi", true),
      ("sound.tick", "soft", true), ("sound.tick", "off", true), ("sound.tick", "loud", false),
      ("player.loudness", "track", true), ("player.loudness", "album", true), ("player.loudness", "off", true),
      ("player.loudness", "loud", false), ("panel.double-play", "home", true),
      ("voice.language", "de", true), ("voice.language", "nl", false),
      ("panel.double-mode", "toggleHands", true), ("panel.double-mode", "hands", false),
    ])
  func `the instruments texts are checked`(name: String, text: String, isTaken: Bool) throws {
    let key = try #require(ConfigKeys.all.first { $0.name == name })
    #expect((key.complaint(.text(text)) == nil) == isTaken)
    #expect(key.complaint(key.get(Configuration())) == nil, "the default is taken")
  }

  @Test(arguments: [(0.0, true), (2.5, true), (12, true), (-0.1, false), (12.1, false), (.nan, false)])
  func `a cross-fade has 0 to 12 seconds`(seconds: Double, isTaken: Bool) throws {
    let key = try #require(ConfigKeys.all.first { $0.name == "player.cross-fade" })
    #expect((key.complaint(.number(seconds)) == nil) == isTaken)
    #expect(key.isLive && key.get(Configuration()) == .number(0), "0 is the default")
  }

  @Test func `one bad text of a list is enough`() {
    #expect(texts.complaint(.texts([])) == nil && texts.complaint(.texts(["/a", "/b"])) == nil)
    #expect(texts.complaint(.texts(["/a", "/b\u{1}"])) == "a text with control characters is not allowed")
  }

  /// A number that the box may choose: in its range and whole, or the one word.
  @Test func `a number or auto is one of the two`() throws {
    let key = try #require(ConfigKeys.all.first { $0.name == "camera.rate" })
    #expect(key.get(Configuration()) == .text("auto") && key.allowed == "\"auto\" or a whole number from 5 to 120 (frames a second)")
    for value in [ConfigValue.text("auto"), .number(5), .number(120)] { #expect(key.complaint(value) == nil) }
    for (value, complaint) in [
      (ConfigValue.number(4), "4 is not allowed"), (.number(30.5), "30.5 is not allowed"), (.number(.nan), "nan is not allowed"),
      (.text("Auto"), "\"Auto\" is not allowed"), (.text("30"), "\"30\" is not allowed"), (.flag(true), "true or false is not allowed"),
    ] {
      #expect(key.complaint(value) == complaint)
    }
    var configuration = Configuration()
    key.put(&configuration, .number(60))
    #expect(configuration.cameraRate == 60 && key.get(configuration).toml == "60")
    key.put(&configuration, .text("auto"))
    #expect(configuration == Configuration() && key.get(configuration).toml == "\"auto\"")
  }

  @Test func `the allowed values are named in words`() {
    #expect(flag.allowed == "true or false")
    #expect(whole.allowed == "a whole number from 5 to 120 (frames a second)")
    #expect(share.allowed == "a number from 0 to 1", "a number without a unit has no brackets")
    #expect(choice.allowed == "one of \"auto\", \"int8\"")
    #expect(texts.allowed == "a list of folders")
  }

  @Test func `a name is its section and a word`() {
    for key in ConfigKeys.all {
      #expect("\(key.section).\(key.short)" == key.name, "\(key.name) has one point")
      #expect(ConfigKeys.sections.contains { $0.name == key.section }, "\(key.name)")
      #expect(key.complaint(key.get(Configuration()), files: false) == nil, "\(key.name) would refuse its own default")
    }
    #expect(Set(ConfigKeys.all.map(\.name)).count == ConfigKeys.all.count)
  }

  /// A value that is not the key's kind is refused before it is put; put all the same, it changes nothing.
  @Test func `only a value of its kind is put`() {
    for key in ConfigKeys.all {
      var configuration = Configuration()
      key.put(&configuration, .other("a date"))
      #expect(configuration == Configuration(), "\(key.name)")
    }
    var configuration = Configuration()
    whole.put(&configuration, .number(60))
    texts.put(&configuration, .texts(["/x"]))
    #expect(configuration.trackerHands == 60 && configuration.folders == ["/x"])
  }

  @Test(arguments: [
    (30.0, "30"), (-0.0, "0"), (0.25, "0.25"), (1e15, "1000000000000000.0"), (1e16, "1e+16"), (-12, "-12"), (.infinity, "inf"),
  ])
  func `numbers are written as people write them`(number: Double, text: String) {
    #expect(plainNumber(number) == text && ConfigValue.number(number).toml == text)
  }

  @Test func `texts are quoted for TOML`() {
    #expect(ConfigValue.text(#"a "b" \c"#).toml == #""a \"b\" \\c""#)
    #expect(ConfigValue.texts([]).toml == "[]" && ConfigValue.texts(["a", "\""]).toml == #"["a", "\""]"#)
  }
}
