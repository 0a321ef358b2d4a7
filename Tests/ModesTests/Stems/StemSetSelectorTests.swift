import Library
import Modes
import ModesDoubles
import Settings
import Sound
import Testing

/// Tests of the choice of the loaded set. Loads end late, never, in another order and with rejections.
@Suite struct StemSetSelectorTests {
  private let loader = LateLoader()
  private let three = ["A", "B", "C"].map { FoundStemSet.test($0) }
  private let builtins = BuiltinSong.allCases.map { StemSet($0).name }
  private let builtin = StemSet(.evening).name

  /// Returns a selector with the sets A, B and C; A plays.
  private func playing(_ sets: [FoundStemSet]? = nil) -> StemSetSelector {
    let selector = loader.selector()
    selector.update { sets ?? three }
    selector.open()
    loader.hand(0)
    return selector
  }

  @Test func `nothing is loaded before the mode is played`() {
    let selector = loader.selector()
    selector.update { three }
    selector.skip(1)
    #expect(loader.asked == [])
    selector.open()
    #expect(loader.asked == ["B"] && selector.place(of: 0).loading == "B")
    selector.open()
    #expect(loader.asked == ["B"], "once")
  }

  @Test func `without a set of a sticks the built in one plays`() {
    let selector = loader.selector()
    selector.open()
    loader.hand(0)
    #expect(loader.asked == [builtin] && selector.saved == nil && selector.facts(of: 1)?.name == builtin)
    let place = selector.place(of: 1)
    #expect(place.index == 0 && place.count == 3 && place.loading == nil)
    // A set of a stick replaces it.
    selector.update { three }
    #expect(loader.asked == [builtin, "A"] && selector.place(of: 1).index == 3)
  }

  @Test func `sets that were read earlier do not replace those of a later change`() {
    let selector = loader.selector()
    selector.update {
      let before = three.dropLast()
      // Another stick changes while this one is read.
      selector.update { three }
      return Array(before)
    }
    #expect(selector.place(of: 0).count == three.count + builtins.count)
  }

  @Test func `a person who chose the built in set keeps it`() {
    let selector = loader.selector()
    selector.open()
    loader.hand(0)
    #expect(selector.select(builtin))
    selector.update { three }
    #expect(loader.asked == [builtin, builtin])
  }

  @Test func `skips go round and count while nothing has come`() {
    let selector = playing()
    for _ in 1...6 { selector.skip(1) }
    selector.skip(-1)
    #expect(loader.asked == ["A", "B", "C"] + builtins + ["A", builtins[2]])
    #expect(selector.place(of: 1).loading == builtins[2] && selector.facts(of: 1)?.name == "A", "A plays on")
  }

  @Test func `sets are chosen by place path and name`() {
    let twins = [FoundStemSet.test("Night", folder: "x"), .test("Night", folder: "y")]
    let selector = playing(twins)
    #expect(selector.select("/m/sda1/y") && loader.paths == ["/m/sda1/y/1.wav"])
    #expect(selector.select("Night") && loader.paths == ["/m/sda1/x/1.wav"], "the first of that name")
    #expect(selector.select("1") && loader.paths == ["/m/sda1/y/1.wav"])
    #expect(!selector.select("Day") && !selector.select("7") && loader.asked.count == 4)
    loader.hand(3)
    #expect(selector.place(of: 4).index == 1)
  }

  /// Late answers about dropped requests change nothing.
  @Test func `the last request counts in any order of completion`() {
    let selector = playing()
    selector.skip(1)
    selector.skip(1)
    loader.hand(2)
    #expect(selector.place(of: 3).loading == nil && selector.place(of: 3).index == 2)
    loader.refuse(1)
    loader.giveUp(1)
    #expect(selector.saved?.folder == "C" && selector.facts(of: 3)?.name == "C" && loader.asked.count == 3)
  }

  @Test func `a load that never ends leaves what plays`() {
    let selector = playing()
    selector.skip(1)
    let place = selector.place(of: 1)
    #expect(selector.facts(of: 1)?.name == "A" && place.index == 0 && place.loading == "B")
  }

  /// Two threads request at once. The newest set is requested last, and no thread waits for the other.
  @Test func `a set wanted during a request is requested next`() {
    let selector = playing()
    loader.whileAsked { selector.skip(1) }
    selector.skip(1)
    #expect(loader.asked == ["A", "B", "C"] && selector.place(of: 1).loading == "C")
  }

  @Test func `a refused set is said and the old one plays on`() {
    let selector = playing()
    selector.skip(1)
    loader.refuse(1)
    #expect(loader.told == ["stem set 'B' cannot be played: B: it is damaged; take another"])
    #expect(selector.saved?.folder == "A" && selector.place(of: 1).loading == nil && loader.asked.count == 2)
    // The library reports another change: the set is not requested repeatedly.
    selector.update { three }
    #expect(loader.asked.count == 2)
  }

  /// NEXT must not return to the rejected set forever. The set behind it must be reachable.
  @Test func `next goes on behind a refused set`() {
    let selector = playing()
    selector.skip(1)
    loader.refuse(1)
    selector.skip(1)
    #expect(loader.asked.last == "C")
    loader.refuse(2)
    selector.skip(-1)
    #expect(loader.asked.last == "B")
  }

  @Test func `with nothing heard the built in set plays in place of a refused one`() {
    let selector = loader.selector()
    selector.update { three }
    selector.open()
    loader.refuse(0)
    #expect(loader.asked == ["A", builtin])
    loader.refuse(1)
    #expect(loader.asked.count == 2, "there is nothing else to try")
    selector.skip(1)
    #expect(loader.asked.count == 3)
  }

  @Test func `only a sound that is no longer heard is forgotten`() {
    let selector = playing()
    // Five presses come within one bar, and each set loads at once.
    for i in 1...5 {
      selector.skip(1)
      loader.hand(i)
    }
    hear(1, selector)
    #expect((1...6).allSatisfy { selector.facts(of: $0) != nil })
    hear(5, selector)
    #expect(selector.facts(of: 4) == nil && selector.facts(of: 5)?.name == builtins[1] && selector.facts(of: 6) != nil)
  }

  private func hear(_ set: Int, _ selector: StemSetSelector) {
    var state = StemState()
    state.set = set
    _ = selector.look(state, selected: nil)
  }

  // MARK: - Sticks that come and go

  @Test func `the set of before the power cut is played when its stick comes`() {
    let selector = loader.selector(awaiting: StemSetKey(stick: "S", folder: "C"))
    selector.open()
    loader.hand(0)
    #expect(loader.asked == [builtin] && selector.saved == StemSetKey(stick: "S", folder: "C"), "it is not forgotten meanwhile")
    selector.update { [.test("A", stick: "other")] }
    selector.update { [.test("A", stick: "other")] + three }
    #expect(loader.asked == [builtin, "A", "C"])
    loader.hand(2)
    #expect(selector.place(of: 3).index == 3 && selector.saved?.folder == "C")
  }

  @Test func `a choice made in the meantime stays`() {
    let selector = loader.selector(awaiting: StemSetKey(stick: "S", folder: "C"))
    selector.open()
    #expect(selector.select("0"))
    selector.update { three }
    #expect(loader.asked == [builtin, builtin] && selector.saved == nil)
  }

  /// The set is in memory, so it does not restart when its stick gets another path.
  @Test func `back under another path it plays on`() {
    let selector = playing()
    selector.update { [] }
    #expect(selector.saved?.folder == "A" && selector.place(of: 1).count == 3)
    var again = three.map { FoundStemSet.test($0.name, root: "/m/sdb1") }
    selector.update { again }
    // The length of a file is found later.
    again[0].channels[0].seconds = 2
    selector.update { again }
    #expect(loader.asked == ["A"] && selector.place(of: 1).index == 0 && selector.place(of: 1).count == 6)
    // Streamed files of the set are read at the new path.
    #expect(loader.moves == ["/m/sda1/A/1.wav": "/m/sdb1/A/1.wav"])
    selector.skip(1)
    #expect(loader.paths == ["/m/sdb1/B/1.wav"])
  }

  @Test func `a chosen set is coming until it is heard, refused or replaced`() {
    let selector = playing()
    func progress(_ name: String, heard number: Int) -> StemSetProgress {
      selector.progress(of: StemSetKey(stick: "S", folder: name), heard: number)
    }
    #expect(progress("A", heard: 0) == .coming && progress("A", heard: 1) == .heard)
    selector.skip(1)
    #expect(progress("B", heard: 1) == .coming && progress("A", heard: 1) == .replaced)
    loader.hand(1)
    #expect(progress("B", heard: 1) == .coming && progress("B", heard: 2) == .heard)
    // Chosen again, it is loaded again. The set of before does not count.
    #expect(selector.select("B") && progress("B", heard: 2) == .coming)
    loader.hand(2)
    #expect(progress("B", heard: 2) == .coming && progress("B", heard: 3) == .heard)
    selector.skip(1)
    loader.refuse(3, .unreadable)
    #expect(progress("C", heard: 3) == .refused && progress("B", heard: 3) == .heard)
    selector.update { [] }
    #expect(progress("C", heard: 3) == .refused && selector.progress(of: nil, heard: 3) == .replaced)
  }

  @Test func `a set whose files were changed is loaded again`() {
    let selector = playing()
    selector.update { [] }
    selector.update { [.test("A", modified: 2)] }
    #expect(loader.asked == ["A", "A"])
  }

  @Test func `back under another path while it is loaded it is read there`() {
    let selector = playing()
    selector.skip(1)
    selector.update { three.map { .test($0.name, root: "/m/sdb1") } }
    #expect(loader.asked == ["A", "B", "B"] && loader.paths == ["/m/sdb1/B/1.wav"])
    loader.refuse(1, .unreadable)
    #expect(selector.place(of: 1).loading == "B")
    loader.hand(2)
    #expect(selector.saved?.folder == "B" && selector.place(of: 3).loading == nil && loader.asked.count == 3)
  }

  /// Either the library or the loader misses it first.
  @Test(arguments: [true, false]) func `a set whose stick is pulled while it is loaded is played when it is back`(isListGoneFirst: Bool) {
    let selector = playing()
    selector.skip(1)
    if isListGoneFirst { selector.update { [] } }
    loader.refuse(1, .unreadable)
    selector.update { [] }
    #expect(selector.facts(of: 1)?.name == "A" && selector.saved?.folder == "B" && loader.asked.count == 2)
    selector.update { three.map { .test($0.name, root: "/m/sdb1") } }
    #expect(loader.asked == ["A", "B", "B"] && loader.paths == ["/m/sdb1/B/1.wav"])
  }

  @Test func `a set that is wrong in itself is not waited for`() {
    let selector = playing()
    selector.skip(1)
    loader.refuse(1, .length)
    selector.update { [] }
    selector.update { three }
    #expect(loader.asked == ["A", "B"] && selector.saved?.folder == "A")
  }

  @Test func `with its stick gone going on counts from the first`() {
    let selector = playing()
    selector.update { [.test("X", stick: "other"), .test("Y", stick: "other")] }
    selector.skip(1)
    #expect(loader.asked == ["A", "X"])
    selector.skip(-1)
    #expect(loader.asked.last == builtins[2])
  }

  // MARK: - The sets of the box

  @Test func `a built-in set that was chosen before the start is played again, and a stick's set does not take its place`() {
    let before = loader.selector()
    before.open()
    #expect(before.select("Built-in dance"))
    let selector = loader.selector(awaiting: before.saved)
    selector.open()
    selector.update { three }
    #expect(loader.asked == [builtin, "Built-in dance", "Built-in dance"] && selector.saved == before.saved && before.saved != nil)
  }
}
