import Foundation
import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of values as people type them.
@Suite struct TypedCommandTests {
  /// Error of an unexpected request for the status. Only a step needs it.
  private struct NotAsked: Error {}

  private func command(_ name: Command.Name, _ word: String, _ status: Status? = nil) throws -> Command {
    try TypedCommand.command(name, word) {
      guard let status else { throw NotAsked() }
      return status
    }
  }

  @Test(arguments: [
    (Command.Name.volume, "0.5", Command.volume(0.5)), (.volume, "80%", .volume(0.8)), (.volume, "80 %", .volume(0.8)),
    (.volume, "0,5", .volume(0.5)),
    (.volume, "1", .volume(1)), (.volume, "1%", .volume(0.01)), (.speed, "1.5", .speed(1.5)), (.speed, "150%", .speed(1.5)),
    (.speed, "1.5x", .speed(1.5)),
    (.pitch, "-200", .pitch(cents: -200)), (.pitch, "+200", .pitch(cents: 200)), (.pitch, "200 cents", .pitch(cents: 200)),
    (.filter, "-0.5", .filter(-0.5)), (.filter, "+50%", .filter(0.5)), (.filter, "0", .filter(0)),
    (.tempo, "96.5", .tempo(bpm: 96.5)), (.tempo, "120BPM", .tempo(bpm: 120)), (.seek, "90", .seek(seconds: 90)),
    (.seek, "1:30", .seek(seconds: 90)),
    (.seek, "1:00:30", .seek(seconds: 3630)), (.hands, "OFF", .hands(false)), (.hands, "yes", .hands(true)),
    (.autopause, "No", .autopause(false)),
    (.mode, "Stems", .mode(.stems)), (.scale, "pentatonic minor", .scale("pentatonicMinor")),
    (.scale, "PENTATONIC-MAJOR", .scale("pentatonicMajor")),
    (.key, "bb", .key("Bb")), (.key, "B flat", .key("Bb")), (.key, "c sharp", .key("C#")), (.key, "b", .key("B")),
    (.waveform, "Saw", .waveform(.saw)),
  ])
  func `forms of a value`(name: Command.Name, word: String, made: Command) throws { #expect(try command(name, word) == made) }

  @Test(arguments: [
    (Command.Name.volume, "+5", 0.85), (.volume, "-5", 0.75), (.volume, "+5%", 0.85), (.volume, "-0.1", 0.7), (.volume, "+50", 1),
    (.volume, "-100", 0),
    (.speed, "+0.25", 1.5), (.speed, "-25%", 1), (.speed, "+1.5", 2), (.seek, "+10", 75), (.seek, "-10", 55), (.seek, "-1:30", 0),
    (.seek, "+1:00", 125), (.seek, "+10:00", 180),
  ])
  func `a step counts from the present value and stops at the end of the range`(name: Command.Name, word: String, value: Double) throws {
    let number = try #require(try command(name, word, .sample).body.number)
    #expect(abs(number - value) < 1e-9, "\(number)")
  }

  @Test func `a step of the tempo needs a tempo`() throws {
    #expect(try command(.tempo, "+5", .stemsSample) == .tempo(bpm: 115))
    #expect(try command(.tempo, "-200", .stemsSample) == .tempo(bpm: 20))
    let failure = #expect(throws: Failure.self) { try command(.tempo, "+5", .sample) }
    #expect(failure?.remedy == "gfctl mode stems")
  }

  @Test(arguments: [
    (Command.Name.volume, "7", "0 to 1"), (.volume, "101%", "0 to 1"), (.volume, "+200", "80%"), (.volume, "loud", "+5"),
    (.volume, "nan", "0 to 1"),
    (.volume, "inf", "0 to 1"), (.volume, "0x1", "0 to 1"), (.volume, "1e400", "0 to 1"), (.volume, "", "0 to 1"), (.volume, "+", "0 to 1"),
    (.volume, "--5", "0 to 1"), (.volume, "5%%", "0 to 1"), (.pitch, "50%", "cents"), (.pitch, "9999", "-2400 to 2400"),
    (.filter, "2", "-1 to 1"), (.filter, "-101%", "-50%"),
    (.speed, "fast", "from 0.1 to 2"),
    (.tempo, "5", "20 to 400"), (.seek, "1:2:3:4", "1:30"), (.seek, "1::2", "1:30"), (.seek, "abc", "1:30"),
    (.hands, "perhaps", "on or off"),
    (.mode, "disco", "player, stems"), (.mode, "stem", "did you mean 'stems'?"), (.scale, "blus", "did you mean 'blues'?"),
    (.key, "H", "Bb"),
  ])
  func `wrong values name the command, the value and what it takes`(name: Command.Name, word: String, told: String) {
    let error = #expect(throws: UsageError.self) { try command(name, word, .sample) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("\(name.rawValue) takes ") && text.contains(told) && text.contains("not '\(word)'"), "\(text)")
  }

  @Test func `values of stems and effects`() throws {
    let stem = try StemWords.number(2)
    #expect(try StemWords.command(stem, true, "50%") { throw NotAsked() } == .stemVolume(channel: stem, 0.5))
    #expect(try StemWords.command(stem, true, "+5") { .stemsSample } == .stemVolume(channel: stem, 0.55))
    #expect(try StemWords.command(stem, false, "-50") { throw NotAsked() } == .stemPitch(channel: stem, cents: -50))
    let wrong = #expect(throws: UsageError.self) { try StemWords.command(stem, true, "2") { .stemsSample } }
    #expect(wrong?.description.hasPrefix("stem 2 volume takes a number from 0 to 1") == true, "no name of the API")
    #expect(throws: UsageError.self) { try StemWords.number(9) }
    #expect(throws: Failure.self) { try StemWords.command(stem, true, "+5") { .sample } }
    #expect(try EffectWords.effect("Delay") == .delay)
    #expect(throws: UsageError.self) { try EffectWords.effect("dealy") }
    #expect(try EffectWords.command(.delay, "40%") { throw NotAsked() } == .effect(.delay, 0.4))
    #expect(throws: Failure.self) { try EffectWords.command(.delay, "+5") { .sample } }
    #expect(try LearnWords.parameter(["Volume", "2"]).text == "volume 2")
    let parameter = #expect(throws: UsageError.self) { try LearnWords.parameter(["volme"]) }
    #expect(parameter?.description.hasSuffix("did you mean 'volume'?") == true)
  }

  @Test(arguments: [
    (Command.Name.volume, "80%"), (.speed, "1.25"), (.pitch, "-200 cents"), (.filter, "0"), (.mode, "player"), (.tier, "free"),
    (.output, "audio"),
    (.hands, "on"),
    (.autopause, "on"), (.seek, "1:05 of 3:00"),
  ])
  func `a command without a value prints the present one`(name: Command.Name, text: String) throws {
    #expect(try PresentValue.text(name, .sample) == text)
  }

  @Test func `a command of another mode is answered with the way there`() throws {
    for name in [Command.Name.scale, .key, .range, .waveform, .effect, .bend, .legato, .sound] {
      let failure = #expect(throws: Failure.self) { try PresentValue.text(name, .sample) }
      #expect(failure?.remedy == "gfctl mode instrument")
    }
    for name in [Command.Name.tempo, .loop, .channel] {
      let failure = #expect(throws: Failure.self) { try PresentValue.text(name, .sample) }
      #expect(failure?.remedy == "gfctl mode stems")
    }
    #expect(try PresentValue.text(.tempo, .stemsSample) == "110 BPM")
    #expect(try PresentValue.text(.play, .sample) == nil)
    var loading = Status.stemsSample
    loading.stems?.channels = []
    for name in [Command.Name.tempo, .channel] {
      let failure = #expect(throws: Failure.self) { try PresentValue.text(name, loading) }
      #expect(failure?.remedy == "try again")
    }
    var none = Status.sample
    none.track = nil
    #expect(throws: Failure.self) { try PresentValue.text(.seek, none) }
    #expect(PresentValue.percent(.nan) == "0%" && PresentValue.percent(1.0 / 3) == "33.3%" && PresentValue.short(-0.5) == "-0.5")
  }

  @Test(arguments: [
    ("Glass", "Glass"), ("glass", "Glass"), ("2", "Bell"), ("3", "1"), ("1", "1"), ("0", "0"), ("9", "9"), ("next", "next"),
  ])
  func `an entry of a list by name or number`(typed: String, meant: String) {
    #expect(NumberedChoice.word(typed, in: ["Glass", "Bell", "1"]) == meant)
  }

  @Test(arguments: [("1", 0), ("20", 19), ("9223372036854775807", Int.max - 1), ("9223372036854775808", nil), ("next", nil)])
  func `a number of a list counts from one`(typed: String, index: Int?) throws {
    #expect(try NumberedChoice.index(typed) == index)
  }

  @Test(arguments: ["0", "-1", "\(Int.min)"]) func `a number below one is refused`(typed: String) {
    #expect(throws: Failure.self) { try NumberedChoice.index(typed) }
    #expect(NumberedChoice.word(typed, in: ["Glass"]) == typed)
    #expect(throws: Failure.self) { try CaptureTable.choose(typed, []) }
  }
}
