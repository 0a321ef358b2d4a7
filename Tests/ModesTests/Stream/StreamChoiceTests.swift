import GestureFlowAPI
import ExternalSources
import Modes
import ModesDoubles
import Testing

/// Tests of the choice among sources of other programs.
@Suite struct StreamChoiceTests {
  private typealias Pipe = (name: String, playback: StreamStatus.Playback)

  @Test func `the one that began last is the one`() {
    var choice = StreamChoice()
    choice.look([], [], requested: nil)
    #expect(choice.chosen == nil && choice.next == nil)
    choice.look([PlayersDouble.player("a"), PlayersDouble.player("b")], [], requested: nil)
    #expect(choice.chosen == .player("a"), "nothing plays, and something can be asked for")
    choice.look([PlayersDouble.player("a"), PlayersDouble.player("b", .playing)], [], requested: nil)
    #expect(choice.chosen == .player("b"))
    choice.look([PlayersDouble.player("a", .playing), PlayersDouble.player("b", .playing)], [("p", .waiting)], requested: nil)
    #expect(choice.chosen == .player("a"))
    choice.look([PlayersDouble.player("a", .playing), PlayersDouble.player("b", .paused)], [("p", .playing)], requested: nil)
    #expect(choice.chosen == .pipe("p"))
    choice.look([PlayersDouble.player("a", .paused), PlayersDouble.player("b", .paused)], [("p", .waiting)], requested: nil)
    #expect(choice.chosen == .pipe("p"), "it stays until another begins")
    choice.look([PlayersDouble.player("a", .paused)], [], requested: nil)
    #expect(choice.chosen == .player("a"))
  }

  @Test func `a persons choice holds`() {
    var choice = StreamChoice()
    choice.look([PlayersDouble.player("a"), PlayersDouble.player("b", .playing)], [], requested: "A")
    #expect(choice.chosen == .player("a"), "small and capital letters are the same")
    // It goes away, and another source sounds. The first one returns silent and must not cut the other.
    choice.look([PlayersDouble.player("b", .playing)], [], requested: "A")
    #expect(choice.chosen == .player("b"))
    choice.look([PlayersDouble.player("b", .playing), PlayersDouble.player("a")], [], requested: "A")
    #expect(choice.chosen == .player("b"))
    choice.look([PlayersDouble.player("b", .paused), PlayersDouble.player("a")], [], requested: "A")
    #expect(choice.chosen == .player("a"))
    choice.look([PlayersDouble.player("b", .playing), PlayersDouble.player("a")], [], requested: "A")
    #expect(choice.chosen == .player("a"), "it is there")
  }

  /// The writer of a silent pipe blocks. It counts as one that plays.
  @Test func `a pause of ours chooses no other`() {
    var choice = StreamChoice()
    choice.look([PlayersDouble.player("a")], [("p", .playing)], requested: nil)
    choice.look([PlayersDouble.player("a", .playing)], [("p", .playing)], requested: nil)
    #expect(choice.chosen == .player("a"))
    choice.look([PlayersDouble.player("a", .paused)], [("p", .playing)], requested: nil, isHeld: true)
    #expect(choice.chosen == .player("a"))
    choice.look([PlayersDouble.player("a", .paused)], [("p", .waiting)], requested: nil, isHeld: true)
    choice.look([PlayersDouble.player("a", .paused)], [("p", .playing)], requested: nil, isHeld: true)
    #expect(choice.chosen == .pipe("p"), "another one that begins is another thing")
    choice.look([PlayersDouble.player("a", .playing)], [("p", .playing)], requested: nil)
    choice.look([PlayersDouble.player("a", .paused)], [("p", .playing)], requested: nil)
    #expect(choice.chosen == .player("a"), "another program's pause chooses none, either")
    choice.look([PlayersDouble.player("a", .stopped)], [("p", .starved)], requested: nil)
    choice.look([PlayersDouble.player("a", .stopped)], [("p", .playing)], requested: nil)
    #expect(choice.chosen == .player("a"), "it goes on, and does not begin")
    choice.look([PlayersDouble.player("a", .stopped)], [("p", .waiting)], requested: nil)
    choice.look([PlayersDouble.player("a", .stopped)], [("p", .playing)], requested: nil)
    #expect(choice.chosen == .pipe("p"))
  }

  @Test func `a player that plays in place of the chosen one is paused without ending`() {
    var choice = StreamChoice()
    choice.look([PlayersDouble.player("b", .playing)], [], requested: "a")
    choice.look([PlayersDouble.player("b", .paused), PlayersDouble.player("a")], [], requested: "a", isHeld: true)
    #expect(choice.chosen == .player("b"))
    choice.look([PlayersDouble.player("b", .paused), PlayersDouble.player("a")], [], requested: "a")
    #expect(choice.chosen == .player("a"))
  }

  /// A client that pauses the substitute of the chosen player has ended it.
  @Test func `a player paused in place of the chosen one gives way to it`() {
    var choice = StreamChoice()
    choice.look([], [("p", .playing)], requested: "a")
    choice.look([PlayersDouble.player("b", .playing)], [("p", .playing)], requested: "a")
    choice.look([PlayersDouble.player("b", .paused)], [("p", .playing)], requested: "a")
    #expect(choice.chosen == .player("b"))
    choice.look([PlayersDouble.player("b", .paused), PlayersDouble.player("a")], [("p", .playing)], requested: "a")
    #expect(choice.chosen == .player("a"))
  }

  @Test func `every source has a name of its own`() {
    var choice = StreamChoice()
    var players = ["mpv", "mpv.instance7", "next", "bad"].map { PlayersDouble.player($0) }
    players[1].name = "mpv"
    players[3].name = "\u{1b}[2J\u{202e} \n"
    choice.look(players, [("next", .waiting)], requested: nil)
    #expect(choice.entries.map(\.name) == ["mpv", "mpv (mpv.instance7)", "next (next)", "[2J", "next"])
    #expect(choice.find("mpv.instance7")?.id == .player("mpv.instance7") && choice.find("next")?.id == .pipe("next"))
    #expect(choice.find("vlc") == nil)
  }

  @Test func `a hundred players are a hundred sources`() {
    var choice = StreamChoice()
    let players = (0..<100).map { i in
      var player = PlayersDouble.player("p\(i)")
      player.name = String(repeating: "x", count: 4000)
      return player
    }
    choice.look(players, [], requested: nil)
    #expect(Set(choice.entries.map(\.name)).count == 100 && choice.entries.allSatisfy { $0.name.count <= 400 })
  }
}
