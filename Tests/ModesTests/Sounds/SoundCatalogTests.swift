import Modes
import Settings
import Sound
import Testing

/// Tests of the order of sounds, and of the choice between equal names.
@Suite struct SoundCatalogTests {
  private func folder(_ origin: InstrumentSound.Origin, _ names: [String]) -> SoundFolder.Contents {
    SoundFolder.Contents(
      sounds: names.map { InstrumentSound(name: $0, patch: SynthPatch(), origin: origin, file: "/\(origin.words)/\($0)") })
  }

  @Test func `folders stand in the order in which they are given`() {
    let catalog = SoundCatalog([folder(.factory, ["B", "A"]), folder(.own, ["C"]), folder(.stick("S"), ["0"])])
    #expect(catalog.sounds.map(\.name) == ["B", "A", "C", "0"] && catalog.problems.isEmpty && catalog.notices.isEmpty)
  }

  @Test func `of two with one name the later is played at the earliers place`() {
    let catalog = SoundCatalog([folder(.factory, ["Glass Bells", "A"]), folder(.own, ["glass-bells"]), folder(.stick("S"), ["a", "A"])])
    #expect(catalog.sounds.map(\.name) == ["glass-bells", "A"] && catalog.sounds.map(\.origin) == [.own, .stick("S")])
    #expect(
      catalog.notices == [
        "the sound glass-bells of /the box's own/glass-bells is played in place of the factory's",
        "the sound a of /that of the stick S/a is played in place of the factory's",
        "the sound A of /that of the stick S/A is played in place of /that of the stick S/a",
      ])
  }

  /// Strangers name the files of a stick. A name must not control the terminal that shows it.
  @Test func `names and messages are clean text`() {
    let bad = InstrumentSound(name: "A", patch: SynthPatch(), origin: .stick("S"), file: "/m/Sounds/\u{1B}[31m\n.toml")
    let notices = SoundCatalog([folder(.factory, ["A"]), .init(sounds: [bad, bad])]).notices
    #expect(notices.count == 2 && notices.allSatisfy { !$0.unicodeScalars.contains { $0.value < 32 } }, "\(notices)")
  }

  @Test(arguments: ["Warm Strings", "warm strings", "WARM-STRINGS", " warm_strings "])
  func `a name is found however it is written`(name: String) {
    #expect(SoundCatalog([folder(.factory, ["A", "Warm Strings"])]).find(name)?.name == "Warm Strings")
  }

  @Test func `a name that is not there is not found`() { #expect(SoundCatalog([folder(.factory, ["A"])]).find("B") == nil) }

  @Test func `next and previous go round and round`() {
    let catalog = SoundCatalog([folder(.factory, ["A", "B", "C"])])
    #expect(catalog.next(after: "a").name == "B" && catalog.next(after: "C").name == "A")
    #expect(catalog.next(after: "A", by: -1).name == "C" && catalog.next(after: "B", by: -1).name == "A")
    #expect(catalog.next(after: "B", by: Int.max).name == "C" && catalog.next(after: "B", by: Int.min).name == "C")
    #expect(catalog.next(after: "gone").name == "A" && catalog.next(after: "gone", by: -1).name == "C")
  }

  @Test func `without any file there is the built in sound`() {
    let catalog = SoundCatalog([])
    #expect(catalog.sounds == [.builtin] && catalog.next(after: "x", by: -3) == .builtin && catalog.find("plain saw") == .builtin)
  }

  @Test func `two hundred are taken and the rest is counted`() {
    let catalog = SoundCatalog([folder(.factory, ["F"]), folder(.own, (0..<250).map(String.init)), folder(.stick("S"), ["f"])])
    #expect(catalog.sounds.count == SoundCatalog.most && catalog.sounds[0].name == "f", "one of a known name needs no room")
    #expect(catalog.problems.map(\.text) == ["there are 251; the limit is 200: remove some"])
  }

  @Test func `problems are reported in part and counted`() {
    var bad = SoundFolder.Contents()
    bad.problems = (0..<80).map { ConfigError(file: "\($0)", text: "x") }
    let catalog = SoundCatalog([bad])
    #expect(catalog.problems.count == SoundCatalog.mostProblems + 1 && catalog.problems.last?.text == "and 30 more problems")
  }
}
