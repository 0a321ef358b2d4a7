import GestureFlowAPI
import Gestures
import ExternalSources
import Modes
import ModesDoubles
import Testing

/// Mode stream with sources that ignore or reject orders, or play beside another one.
@Suite struct StreamTroubleTests {
  @Test func `in another mode players are not asked for their position`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing)), mode: .player)
    box.run(5)
    #expect(box.bus.watches == 0)
    box.controls.set(mode: .stream)
    box.run(0.1)
    #expect(box.bus.watches > 0)
  }

  /// A track of another program waits in a pipe, and counts as one that plays.
  @Test func `hands that leave do not go to another source`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv")), pipes: [PipeDouble("p")])
    box.pipes[0].playback = .playing
    box.run(0.5)
    box.bus.at("mpv") { $0.playback = .playing }
    box.run(0.5)
    #expect(box.status.source == "mpv")
    for _ in 0..<2 {
      box.leave()
      box.run(4)
      #expect(box.status.source == "mpv" && !box.plays("mpv"))
      box.hands([.handsPresent])
      box.run(0.5)
      #expect(box.status.source == "mpv" && box.plays("mpv") && box.inlet.preferences?.isHeard == false)
    }
    box.controls.set(mode: .player)
    box.run(4)
    box.controls.set(mode: .stream)
    box.run(0.5)
    #expect(box.plays("mpv"))
  }

  /// The track was waiting before.
  @Test func `a pause at the player does not go to another source`() {
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv")), pipes: [PipeDouble("p")])
    box.pipes[0].playback = .playing
    box.run(0.5)
    box.bus.at("mpv") { $0.playback = .playing }
    box.run(0.5)
    box.bus.at("mpv") { $0.playback = .paused }
    box.run(5)
    #expect(box.status.source == "mpv" && box.inlet.preferences?.isHeard == false)
    box.pipes[0].playback = .waiting
    box.run(0.1)
    box.pipes[0].playback = .playing
    box.run(0.5)
    #expect(box.status.source == "p" && box.inlet.preferences?.isHeard == true, "it begins")
  }

  /// A player starts beside the chosen one and ignores a pause. Two would sound together.
  @Test func `an intruder that does not heed a pause is silenced by its volume`() throws {
    let box = StreamBench(
      PlayersDouble([.init(player: PlayersDouble.player("a", .playing)), .init(player: PlayersDouble.player("deaf"), ignoresPause: true)]))
    #expect(try box.controller.choose("a") == "a")
    box.run(0.5)
    box.bus.at("deaf") { $0.playback = .playing }
    box.run(4)
    #expect(box.plays("a") && box.bus.players[1].volume == 0)
    #expect(try box.controller.choose("deaf") == "deaf")
    box.run(1)
    #expect(!box.plays("a") && box.bus.players[1].volume == 0.8)
  }

  /// It starts three seconds after the order. By then a person has paused it or changed the mode.
  @Test(arguments: [Mode.stream, .player]) func `a player that begins late is paused`(mode: Mode) {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("slow", .paused), latency: 3)]))
    box.controller.play()
    box.run(2.8)
    #expect(!box.plays("slow"))
    if mode == .stream { box.controls.pause() } else { box.controls.set(mode: mode) }
    box.run(0.5)
    #expect(box.plays("slow"), "the owner cannot change it")
    box.run(10)
    #expect(!box.plays("slow") && !box.takeEvents().contains(.began) && box.controls.values.isPaused == (mode == .stream))
  }

  /// The box does not pause it: in another mode it leaves players alone.
  @Test func `a player that is started in another mode is said once`() {
    func beside(_ box: StreamBench) -> [String] {
      box.takeEvents().compactMap { if case .beside(let name) = $0 { name } else { nil } }
    }
    let box = StreamBench(PlayersDouble(PlayersDouble.player("mpv", .playing), PlayersDouble.player("vlc")))
    box.controls.set(mode: .player)
    box.run(3)
    #expect(beside(box).isEmpty, "the box has just left it")
    box.bus.at("vlc") { $0.playback = .playing }
    box.run(5)
    #expect(beside(box) == ["vlc"] && box.plays("vlc") && !box.plays("mpv"))
    box.controls.set(mode: .stream)
    box.run(3)
    box.controls.set(mode: .player)
    box.run(3)
    #expect(beside(box).isEmpty && !box.plays("vlc"), "the box played it")
  }

  /// The player obeys only its volume, and the box does not watch it any more. Beside another source it stays
  /// silent.
  @Test(arguments: [true, false]) func `a player muted by its volume gets its volume back at the end`(isAlone: Bool) throws {
    let box = StreamBench(
      PlayersDouble([.init(player: PlayersDouble.player("deaf", .playing), ignoresPause: true), .init(player: PlayersDouble.player("b"))]))
    #expect(!box.controller.restore())
    if isAlone { box.controls.set(mode: .player) } else { _ = try box.controller.choose("b") }
    box.run(2)
    #expect(box.plays("deaf") && box.bus.players[0].volume == 0 && box.plays("b") != isAlone)
    #expect(box.controller.restore() == isAlone)
    #expect(box.bus.players[0].volume == (isAlone ? 0.8 : 0))
    #expect(!box.controller.restore(), "once")
  }

  private func unheeding(_ box: StreamBench) -> [String] {
    box.takeEvents().compactMap { if case .unheeding(let name) = $0 { name } else { nil } }
  }

  /// The player confirms every order but keeps playing.
  @Test(arguments: [Mode.stream, .player]) func `a player that ignores everything is reported once`(mode: Mode) {
    let box = StreamBench(
      PlayersDouble([
        .init(player: PlayersDouble.player("liar", .playing), ignoresPause: true, ignoresVolume: true, ignoresStop: true)
      ]))
    // Hands leave, or the mode changes.
    if mode == .stream { box.leave() } else { box.controls.set(mode: mode) }
    box.run(40)
    #expect(unheeding(box) == ["liar"], "once")
    #expect(box.bus.takeSent().count { $0 == .stop } == 1)
    #expect(box.status.unheeding == ["liar"] && box.controller.unheeding == ["liar"])
    // Another client stops it there.
    box.bus.at("liar") { $0.playback = .stopped }
    box.run(0.1)
    #expect(box.status.unheeding == nil && unheeding(box).isEmpty)
    if mode == .stream { box.hands([.handsPresent]) } else { box.controls.set(mode: .stream) }
    box.run(1)
    #expect(box.plays("liar"))
    if mode == .stream { box.leave() } else { box.controls.set(mode: mode) }
    box.run(40)
    #expect(unheeding(box) == ["liar"], "another time")
    box.bus.go("liar")
    box.run(0.1)
    #expect(box.controller.unheeding.isEmpty)
  }

  @Test(arguments: [Mode.stream, .player]) func `a player that accepts only a stop is stopped and comes back`(mode: Mode) {
    let box = StreamBench(
      PlayersDouble([.init(player: PlayersDouble.player("radio", .playing), ignoresPause: true, ignoresVolume: true)]))
    if mode == .stream { box.leave() } else { box.controls.set(mode: mode) }
    box.run(10)
    #expect(!box.plays("radio") && box.bus.takeSent().contains(.stop) && unheeding(box).isEmpty && box.controller.unheeding.isEmpty)
    if mode == .stream { box.hands([.handsPresent]) } else { box.controls.set(mode: .stream) }
    box.run(1)
    #expect(box.plays("radio"), "it was ours to stop")
  }

  /// A hand requests the volume ten times a second, and gets one report.
  @Test func `a volume that the player refuses is reported once`() {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("mpv", .playing, volume: 0.5), ignoresVolume: true)]))
    // The box did not request the first one, and it stays without an answer.
    _ = box.bus.takeSent()
    func refuseAll() {
      for case .volume(let volume) in box.bus.takeSent() { box.controller.hear(.refused(id: "mpv", .volume(volume), reason: "read-only")) }
      box.run(0.1)
    }
    func told() -> [String] {
      box.takeEvents().compactMap { if case .refused(let refusal) = $0 { "\(refusal.what): \(refusal.reason)" } else { nil } }
    }
    var control = StreamControl(volume: 0.8)
    control.volumeHeld = true
    for step in 0..<3 {
      control.volume = 0.7 - Float(step) / 100
      box.hands([], control)
      box.run(0.03)
    }
    refuseAll()
    #expect(told() == ["volume: mpv has not done 'volume': read-only"] && !box.controller.source.can.contains(.volume))
    for step in 0..<20 {
      control.volume = 0.6 - Float(step) / 100
      box.hands([], control)
      box.run(0.03)
      refuseAll()
    }
    #expect(told().isEmpty, "the same gesture")
    #expect(abs(box.controls.values.volume - 0.68) < 1e-3, "the box's volume does not go on where the player's cannot follow")
    box.hands([], StreamControl(volume: 0.68))
    box.run(0.1)
    box.hands([], control)
    box.run(0.1)
    #expect(told().count == 1, "another one")
  }

  @Test func `an unrequested volume is refused in silence`() {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("mpv", .playing, volume: 0.5), ignoresVolume: true)]))
    for case .volume(let volume) in box.bus.takeSent() { box.controller.hear(.refused(id: "mpv", .volume(volume), reason: "read-only")) }
    box.run(1)
    #expect(box.status.refusal == nil && !box.status.can.contains("volume"))
  }

  /// The order is repeated, because the player may have missed it.
  @Test func `a pause that the player refuses is reported once`() {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("radio", .playing), ignoresPause: true)]))
    var told = 0
    for round in 1...2 {
      box.leave()
      for _ in 0..<100 {
        box.run(0.1)
        for order in box.bus.takeSent() where order == .pause { box.controller.hear(.refused(id: "radio", .pause, reason: "it is live")) }
      }
      told += box.takeEvents().count { if case .refused = $0 { true } else { false } }
      #expect(told == round)
      box.hands([.handsPresent])
      box.run(0.5)
    }
  }

  /// The player's report must not block a person's order that the box confirms.
  @Test func `a player that says it is stopped is paused when a person asks`() throws {
    let box = StreamBench(PlayersDouble([.init(player: PlayersDouble.player("mpv"), saysStopped: true, sounds: true)]))
    _ = box.bus.takeSent()
    let done = try box.controller.source.ask(.pause)
    box.run(0.1)
    #expect(done == "mpv was asked to pause and reports that it is stopped" && box.bus.takeSent() == [.pause])
    _ = try box.controller.source.ask(.pause)
    box.run(0.1)
    #expect(box.bus.takeSent() == [.pause], "each time that a person asks")
    #expect(box.bus.secretlyPlaying.isEmpty)

    _ = try box.controller.source.ask(.play)
    box.run(5)
    #expect(box.bus.takeSent() == [.play] && box.bus.secretlyPlaying == ["mpv"])
    // Hands leave, and the panel's single button is pressed.
    box.leave()
    box.run(5)
    #expect(box.bus.takeSent() == [.pause] && box.bus.secretlyPlaying.isEmpty)
    box.hands([.handsPresent])
    box.run(5)
    #expect(box.bus.takeSent() == [.play])
    _ = try box.controller.source.ask(.toggle)
    box.run(5)
    #expect(box.bus.takeSent() == [.pause] && box.bus.secretlyPlaying.isEmpty)
    _ = try box.controller.source.ask(.toggle)
    box.run(5)
    #expect(box.bus.takeSent() == [.play] && box.bus.secretlyPlaying == ["mpv"])
    // Another mode is selected: two sources would sound together.
    box.controls.set(mode: .player)
    box.run(1)
    #expect(box.bus.takeSent().first == .pause && box.bus.secretlyPlaying.isEmpty)
  }
}
