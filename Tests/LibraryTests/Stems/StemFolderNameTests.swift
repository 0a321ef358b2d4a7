import Library
import Testing

/// Tests which folders are stem sets by their names, and which are not.
@Suite struct StemFolderNameTests {
  private func plan(_ names: [String]) -> (plan: StemSetPlan, isMeant: Bool)? {
    guard case .set(let plan, let isMeant) = StemFolderName.judge(names) else { return nil }
    return (plan, isMeant)
  }
  private func reason(_ names: [String]) -> String? {
    guard case .nearly(let reason) = StemFolderName.judge(names) else { return nil }
    return reason
  }

  @Test func `four files as the spec names them are a set in the order of their numbers`() throws {
    let found = try #require(
      plan([
        "3 lead 16bars 110bpm.wav", "1 drums 2bars 110bpm.wav", "cover.jpg", "4 chords 8bars 110bpm.wav", "._1 drums 2bars 110bpm.wav",
        "2 sub bass 8bars 110bpm.wav",
      ]))
    #expect(found.isMeant && found.plan.milliBPM == 110_000 && found.plan.key == nil && found.plan.name == nil)
    #expect(found.plan.channels.map(\.name) == ["drums", "sub bass", "lead", "chords"])
    #expect(found.plan.channels.map(\.bars) == [2, 8, 16, 8] && found.plan.channels.allSatisfy { $0.gain == 1 })
    #expect(found.plan.channels[0].file == "1 drums 2bars 110bpm.wav")
  }

  @Test func `missing facts are not invented`() throws {
    let tempoOnce = try #require(plan(["1 drums 2bars 110bpm.wav", "3 bass 8bars.wav"]))
    #expect(tempoOnce.isMeant && tempoOnce.plan.milliBPM == 110_000, "numbers may have gaps")
    let noTempo = try #require(plan(["1 drums 2bars.wav", "2 bass 8bars.wav"]))
    #expect(noTempo.isMeant && noTempo.plan.milliBPM == nil)
    let oneSays = try #require(plan(["1 drums 2bars.wav", "2 bass.wav"]))
    #expect(!oneSays.isMeant && oneSays.plan.channels.map(\.bars) == [2, nil])
  }

  /// Typical folders of users' sticks.
  @Test(arguments: [
    ["01 Song.mp3", "02 Another Song.mp3", "03 Third.mp3"],
    ["1 Intro.mp3", "2 Song.mp3", "3 Outro.mp3"],
    ["1. Allegro.flac", "2. Adagio.flac", "3. Presto.flac", "4. Rondo.flac"],
    ["1 - Barbara Ann.mp3", "2 - Bar Room Blues.mp3"],
    ["01 Bars of Gold.mp3", "02 Behind Bars.mp3", "03 Handlebars.mp3", "04 Rebar.mp3"],
    ["Artist - Title (128 BPM).mp3", "Other - Song (126 BPM).mp3", "Third - Tune (128 BPM).mp3"],
    ["1 Artist - Title 128bpm.mp3", "2 Artist - Other 126bpm.mp3", "3 Artist - Third 130bpm.mp3"],
    ["1 drums 2bars 110bpm.wav"],
    ["1 drums 2bars 110bpm.wav", "notes.txt", "2 bass 2bars 110bpm.m4a"],
    ["1984 (140 BPM).mp3", "1999 (120 BPM).mp3"],
    ["2 Bars.mp3", "4 Bars.mp3"],
    ["5 Song 120bpm.mp3", "6 Song 120bpm.mp3"],
    ["1 Song A 120bpm.mp3", "Bonus 120bpm.mp3"],
    [],
  ])
  func `music is not a set`(names: [String]) {
    #expect(StemFolderName.judge(names) == .other, "\(names)")
  }

  /// A sample library has hundreds of loops with bars and tempo in their names.
  @Test func `a collection of loops is not a set and not a word is said`() {
    for count in [9, 40, 1000] {
      #expect(StemFolderName.judge((1...count).map { "\($0) loop 4bars 120bpm.wav" }) == .other)
    }
  }

  /// These are sets only if all lengths are whole bars. A song's length is not.
  @Test func `the lengths decide when names say little`() throws {
    let songs = try #require(plan(["1 Intro.mp3", "2 12 Bars.mp3", "3 Outro.mp3"]))
    #expect(!songs.isMeant)
    let labelled = try #require(plan(["1 Song A 128bpm.mp3", "2 Song B.mp3"]))
    #expect(!labelled.isMeant && labelled.plan.milliBPM == 128_000)
    #expect(try #require(plan(["1 A 128bpm.mp3", "2 B 128bpm.mp3"])).isMeant, "all of them say one tempo: if that is wrong it is told")
  }

  @Test func `an almost complete set is reported with the remedy`() throws {
    for (names, word) in [
      (["drums 2bars 110bpm.wav", "bass 2bars 110bpm.wav"], "'bass 2bars 110bpm.wav' does not begin with a number"),
      (["1 drums 2bars.wav", "2 bass 8bars.wav", "full mix.wav"], "'full mix.wav' does not begin with a number"),
      (["1 a 2bars.wav", "2 b 2bars.wav", "3 c 2bars.wav", "4 d 2bars.wav", "5 e 2bars.wav"], "5 sound files: a stem set has 4 at most"),
      (["1 a 2bars.wav", "7 b 2bars.wav"], "has the number 7"),
      (["0 a 2bars.wav", "1 b 2bars.wav"], "has the number 0"),
      (["1 a 2bars.wav", "1 b 2bars.wav"], "'1 a 2bars.wav' and '1 b 2bars.wav' have the same number"),
      (["1 a 2bars.wav", "2 b 0bars.wav"], "'2 b 0bars.wav' does not have 1 to 4000 whole bars"),
      (["1 a 2bars.wav", "2 b 10000bars.wav"], "1 to 4000"),
      (["1 a 2bars.wav", "2 b 2.5bars.wav"], "whole bars"),
      (["1 a 2bars 0bpm.wav", "2 b 2bars.wav"], "20 to 400bpm"),
      (["1 a 2bars 110bpm.wav", "2 b 2bars 112.5bpm.wav"], "says 110bpm and '2 b 2bars 112.5bpm.wav' 112.5bpm: a set has one tempo"),
    ] {
      let told = try #require(reason(names), "\(names)")
      #expect(told.hasPrefix("it looks like a stem set, but ") && told.contains(word), "\(told)")
    }
  }

  @Test func `names in reasons are clean`() throws {
    let told = try #require(reason(["1 a 2bars.wav", "2 b 2bars.wav", "x\n\u{202E}\(String(repeating: "y", count: 200)).wav"]))
    #expect(told.count < 200 && !told.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }
}
