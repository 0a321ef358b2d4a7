import GestureFlowAPI
import Gestures
import ExternalSources
import Modes
import ModesDoubles
import Testing

/// Mode stream with players and pipes that report wrongly, lag and stop.
@Suite struct StreamControllerTests {
  @Test func `no hands pause it`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing)))
    #expect(box.status.source == "mpv" && box.status.kind == .player && box.status.playback == .playing)
    box.leave()
    box.run(0.1)
    #expect(!box.plays("mpv"))
    box.hands([.handsPresent])
    box.run(0.1)
    #expect(box.plays("mpv"))
    box.controls.pause()
    box.run(0.1)
    box.leave()
    box.hands([.handsPresent])
    box.run(5)
    #expect(!box.plays("mpv"), "a person's pause")
    box.controls.play()
    box.run(0.1)
    #expect(box.plays("mpv"))
  }

  @Test func `a pause that was made in the player is not undone by hands`() throws {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing)))
    box.bus.at("mpv") { $0.playback = .paused }
    box.run(1)
    box.leave()
    box.run(1)
    box.hands([.handsPresent])
    box.run(5)
    #expect(!box.plays("mpv"))
    let done = try box.controller.source.ask(.toggle)
    box.run(0.1)
    #expect(box.plays("mpv") && done == "mpv plays", "a person may")
  }

  @Test func `resuming at the player ends the pause of the box`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing)))
    box.controls.pause()
    box.run(1)
    box.bus.at("mpv") { $0.playback = .playing }
    box.run(1)
    #expect(!box.controls.values.isPaused && box.plays("mpv") && box.takeEvents().contains(.began))
  }

  /// A player answers after two seconds, while hands come and go.
  @Test func `a slow player ends up at the last order`() {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("slow", .playing), latency: 2)]))
    box.run(5)
    for _ in 0..<4 {
      box.leave()
      box.run(0.3)
      box.hands([.handsPresent])
      box.run(0.3)
    }
    box.run(8)
    #expect(box.plays("slow") && !box.controls.values.isPaused)
    box.leave()
    box.run(8)
    #expect(!box.plays("slow") && !box.events.contains(.began))
  }

  @Test func `another mode pauses it and coming back lets it go on`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing), PlayersDouble.player("vlc", .paused)))
    box.controls.set(mode: .player)
    box.run(0.5)
    #expect(!box.plays("mpv"))
    _ = box.bus.takeSent()
    box.controls.set(volume: 0.1)
    box.controls.pause()
    box.controls.play()
    box.run(3)
    #expect(box.bus.takeSent().isEmpty, "while mode stream is not played, players are left alone")
    box.controls.set(mode: .stream)
    box.run(0.5)
    #expect(box.plays("mpv") && !box.plays("vlc"))
  }

  @Test func `a player that never falls silent is cut and gets its volume back`() {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("deaf", .playing), ignoresPause: true)]))
    box.controls.set(mode: .player)
    box.run(0.4)
    #expect(box.bus.takeSent().suffix(2) == [.pause, .volume(0)] && box.bus.players[0].volume == 0)
    box.bus.at("deaf") { $0.playback = .stopped }
    box.run(3)
    #expect(box.bus.players[0].volume == 0.8)
  }

  @Test func `a persons choice keeps others silent`() throws {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("a", .playing), PlayersDouble.player("b")))
    #expect(try box.controller.choose("b") == "b")
    box.run(1)
    #expect(!box.plays("a") && box.plays("b") && box.status.source == "b")
    box.bus.at("a") { $0.playback = .playing }
    box.run(0.5)
    #expect(!box.plays("a") && box.plays("b"))
    #expect(try box.controller.choose("next") == "a")
    box.run(1)
    #expect(box.plays("a") && !box.plays("b"))
    let problem = #expect(throws: Problem.self) { try box.controller.choose("c") }
    #expect(problem?.status == 404 && problem?.detail == "the source 'c' does not exist: choose one of a, b")
  }

  @Test func `auto ends a persons choice`() throws {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("a", .playing), PlayersDouble.player("b")), choice: "a")
    box.bus.at("b") { $0.playback = .playing }
    box.run(1)
    #expect(box.status.choice == "a" && box.plays("a") && !box.plays("b"))
    #expect(try box.controller.choose("auto") == nil)
    box.run(1)
    #expect(box.status.choice == nil && box.status.source == "a" && box.plays("a"), "what plays goes on")
    box.bus.at("b") { $0.playback = .playing }
    box.run(1)
    #expect(box.status.source == "b" && box.plays("b") && !box.plays("a"))
    box.bus.come(PlayersDouble.player("auto"))
    box.run(0.1)
    #expect(try box.controller.choose("auto") == "auto", "a source's own name comes first")
  }

  @Test func `without a choice the one that begins is heard and the other stops`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("a", .playing), PlayersDouble.player("b")))
    box.bus.at("b") { $0.playback = .playing }
    box.run(1)
    #expect(!box.plays("a") && box.plays("b") && box.status.source == "b")
    #expect(box.takeEvents().contains(.changed("b playing")))
    box.bus.go("b")
    box.run(1)
    #expect(box.status.source == "a" && !box.plays("a"), "it is not begun by itself")
  }

  @Test func `a pipes sound is heard when it has its turn`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("a", .playing)), pipes: [PipeDouble("p"), PipeDouble("q")])
    #expect(box.inlet.preferences?.isHeard == false)
    box.pipes[1].playback = .playing
    box.run(0.5)
    #expect(!box.plays("a") && box.pipes[1].isHeard && !box.pipes[0].isHeard && box.inlet.preferences?.isHeard == true)
    box.controls.set(volume: 0.3)
    box.controls.change { $0.stream.set(pitchCents: -200) }
    box.leave()
    box.run(0.1)
    #expect(box.inlet.preferences == InletPreferences(volume: 0.3, cents: -200, isPaused: false, isAway: true, isHeard: true))
    let status = box.status
    #expect(status.kind == .pipe && status.playback == .paused && status.volume == 0.3 && status.pitchCents == -200)
    #expect(status.fillMs == 80.1 && status.driftPPM == -12.3 && status.starvations == 2)
    #expect(status.can == ["play", "pause", "volume", "pitch"] && status.sources.map(\.name) == ["a", "p", "q"])
    box.controls.set(mode: .stems)
    box.run(0.1)
    #expect(box.inlet.preferences?.isHeard == false && !box.pipes[1].isHeard)
  }

  /// The buffer drops the rest of one pipe before another one sounds. A track that returns plays to its own
  /// end.
  @Test func `the rest of another pipe's sound is not heard`() {
    let box = StreamBench(PlayersDouble(), pipes: [PipeDouble("p"), PipeDouble("q")])
    box.pipes[0].playback = .playing
    box.run(0.5)
    #expect(box.pipes[0].isHeard && box.inlet.forgotten.isEmpty)
    box.controls.set(mode: .player)
    box.run(0.5)
    box.controls.set(mode: .stream)
    box.run(0.5)
    #expect(box.pipes[0].isHeard && box.inlet.forgotten.isEmpty)
    box.pipes[1].playback = .playing
    box.run(0.5)
    #expect(box.pipes[1].isHeard && !box.pipes[0].isHeard && box.inlet.preferences?.isHeard == true)
    #expect(box.inlet.forgotten == [false], "once, and before it is to be heard")
  }

  @Test func `the volume goes both ways`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing, volume: 0.2)))
    #expect(box.bus.players[0].volume == 0.8, "the box's")
    box.controls.set(volume: 0.5)
    box.run(0.1)
    #expect(box.bus.players[0].volume == 0.5)
    box.bus.at("mpv") { $0.volume = 0.33 }
    box.run(0.1)
    #expect(box.controls.values.volume == 0.33 && box.status.volume == 0.33)
  }

  @Test func `refusals are reported once and stand for five seconds`() {
    var player = PlayersDouble.player("mpv", .playing)
    player.can.remove(.volume)
    let box = StreamBench(PlayersDouble(player))
    var control = StreamControl(volume: 0.2)
    control.asksForSpeed = true
    control.volumeHeld = true
    for _ in 0..<20 {
      box.hands([], control)
      box.run(0.03)
    }
    let refusals = box.takeEvents().compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
    #expect(refusals.map(\.what) == ["volume", "speed"] && refusals[1].reason.contains("does not pass through this box"))
    #expect(box.status.refusal == refusals.last && box.controls.values.volume == 0.8)
    box.run(5.1)
    #expect(box.status.refusal == nil)
    box.controller.hear(.refused(id: "mpv", .next, reason: "there is no next"))
    box.controller.hear(.refused(id: "vlc", .next, reason: "of another"))
    box.run(0.1)
    #expect(box.status.refusal == StreamStatus.Refusal(what: "next", reason: "mpv has not done 'next': there is no next"))
  }

  @Test func `the played notes are reported`() {
    var player = PlayersDouble.player("mpv", .playing)
    (player.title, player.artist, player.position, player.length, player.heardAt) = ("Title", "Artist", 10, 60, 0.2)
    let box = StreamBench(PlayersDouble(player))
    let first = box.takeEvents()
    #expect(first.contains(.title("Title")) && first.contains(.changed("mpv playing")))
    box.run(1)
    #expect(box.takeEvents().isEmpty)
    let status = box.status
    #expect(status.title == "Title" && status.artist == "Artist" && status.lengthSeconds == 60 && box.controller.title == "Title")
    #expect(abs((status.positionSeconds ?? 0) - 11) < 0.05)
    box.bus.at("mpv") { $0.position = .nan }
    box.run(0.1)
    #expect(box.status.positionSeconds == nil)
  }

  @Test func `a player that goes leaves nothing behind`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing)))
    box.bus.go("mpv")
    box.run(1)
    #expect(box.status == StreamStatus() && box.controller.title == nil && box.controller.source.can == [.play, .pause, .volume])
    let problem = #expect(throws: Problem.self) { _ = try box.controller.source.ask(.next) }
    #expect(problem?.detail.contains("no player was found") == true)
    box.bus.come(PlayersDouble.player("mpv", .playing))
    _ = box.bus.takeSent()
    box.run(1)
    #expect(box.plays("mpv") && box.status.source == "mpv")
    #expect(box.bus.takeSent() == [.volume(0.8)], "it is not interrupted")
  }
}
