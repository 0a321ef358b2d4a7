import ExternalSources
import Testing

/// Tests of the facts derived from the properties of players.
struct MPRISFactsTests {
  private func facts(_ properties: [(String, MPRISValue)], metadata: [(String, MPRISValue)] = [], now: Double = 1) -> MPRISFacts {
    var facts = MPRISFacts()
    for (name, value) in properties { facts.take(name, value, isMetadata: false, now: now) }
    if !metadata.isEmpty { facts.take("Metadata", .metadata, isMetadata: false, now: now) }
    for (name, value) in metadata { facts.take(name, value, isMetadata: true, now: now) }
    return facts
  }

  private func player(_ properties: [(String, MPRISValue)] = [], metadata: [(String, MPRISValue)] = []) -> StreamPlayer {
    facts(properties, metadata: metadata).player(id: "one")
  }

  @Test(arguments: [(0.3, 0.3), (-1, 0), (1.5, 1), (1e300, 1)]) func `a volume is between nothing and all`(told: Double, heard: Double) {
    #expect(player([("Volume", .number(told))]).volume == heard)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `a volume that is NaN or infinite does not count`(told: Double) {
    let player = player([("Volume", .number(0.5)), ("Volume", .number(told)), ("CanPlay", .truth(true))])
    #expect(player.volume == nil && player.can == .play)
  }

  @Test func `it can what it says and nothing without control`() {
    let all: [(String, MPRISValue)] = ["CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanSeek"].map { ($0, .truth(true)) }
    #expect(player(all + [("Volume", .number(1))]).can == [.play, .pause, .next, .previous, .seek, .volume])
    #expect(player(all + [("CanGoNext", .truth(false))]).can == [.play, .pause, .previous, .seek])
    #expect(player(all + [("CanControl", .truth(false))]).can == [])
    #expect(player().can == [])
  }

  @Test func `a property of another type is not heard`() {
    let wrong: [(String, MPRISValue)] = [
      ("PlaybackStatus", .number(1)), ("PlaybackStatus", .text("Dancing")), ("Volume", .text("loud")), ("CanPlay", .number(1)),
      ("CanControl", .text("no")), ("Position", .truth(true)), ("Rate", .text("x")), ("Metadata", .text("none")), ("Identity", .number(5)),
    ]
    #expect(player(wrong, metadata: [("xesam:title", .number(3)), ("mpris:length", .text("long"))]).title == nil)
    var plain = StreamPlayer(id: "one", name: "one")
    plain.heardAt = 1
    #expect(player(wrong) == plain)
  }

  @Test func `titles are clean and cut`() throws {
    let long = String(repeating: "long ", count: 800)
    let player = player(
      metadata: [("xesam:title", .text("\u{1B}[31m\n\(long)")), ("xesam:album", .text("\u{202E}x")), ("xesam:artist", .oneOfTexts("A\0B"))])
    let title = try #require(player.title)
    #expect(title.count == 200 && title.hasPrefix("[31m long") && title.unicodeScalars.allSatisfy { $0.value >= 32 })
    #expect(player.album == "x")
  }

  @Test func `artists are a list of eight`() {
    let many = (0..<20).map { ("xesam:artist", MPRISValue.oneOfTexts("A\($0)")) }
    #expect(player(metadata: many).artist == "A0, A1, A2, A3, A4, A5, A6, A7")
    #expect(player(metadata: [("xesam:artist", .text("Alone"))]).artist == "Alone", "as some have it")
    #expect(player(metadata: [("xesam:artist", .oneOfTexts("\n"))]).artist == nil)
  }

  @Test(
    arguments: [
      ("file:///music/one%20two%C3%A4.flac", "one twoä.flac"), ("https://radio.example/live?key=1", "live"), ("file:///a/100%", "100%"),
      ("file:///a/%FF%0A", "\u{FFFD}"), ("/a/b", "b"), ("https://", nil), ("spotify", nil), ("", nil),
    ] as [(String, String?)])
  func `a track without a title is called by its file`(url: String, name: String?) {
    #expect(player(metadata: [("xesam:url", .text(url))]).title == name)
  }

  @Test func `metadata replace those before`() {
    var facts = facts([], metadata: [("xesam:title", .text("One")), ("xesam:album", .text("First")), ("mpris:length", .number(60e6))])
    facts.take("Metadata", .metadata, isMetadata: false, now: 2)
    facts.take("xesam:title", .text("Two"), isMetadata: true, now: 2)
    let player = facts.player(id: "one")
    #expect(player.title == "Two" && player.album == nil && player.length == nil)
  }

  @Test func `the place goes on while it plays and stands while it does not`() {
    var facts = facts(
      [("Rate", .number(2)), ("Position", .number(10e6)), ("PlaybackStatus", .text("Playing"))], metadata: [("mpris:length", .number(60e6))]
    )
    #expect(facts.player(id: "one").position(at: 6) == 20)
    #expect(facts.player(id: "one").position(at: 600) == 60, "not beyond the end")
    facts.take("PlaybackStatus", .text("Paused"), isMetadata: false, now: 6)
    #expect(facts.player(id: "one").position(at: 600) == 20)
    facts.take("Rate", .number(.nan), isMetadata: false, now: 7)
    facts.take("PlaybackStatus", .text("Playing"), isMetadata: false, now: 7)
    #expect(facts.player(id: "one").position(at: 8) == 21)
    facts.take("Position", .number(.infinity), isMetadata: false, now: 8)
    facts.take("Position", .number(-5e6), isMetadata: false, now: 8)
    #expect(facts.player(id: "one").position(at: 8) == 0)
  }
}
