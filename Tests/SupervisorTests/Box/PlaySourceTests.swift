import Foundation
import GestureFlowAPI
import MIDI
import Modes
import ModesDoubles
import Panel
import Realtime
import Settings
import Sound
import ExternalSources
import Supervisor
import TestSupport
import Testing

/// Tests of each kind of source and of the changes between them, with a whole box.
@Suite(.serialized, .keptStems) struct PlaySourceTests {
  /// A box without a clock. Players and pipes are doubles; the test renders its blocks.
  private final class Sources {
    let box: Box
    let bus: PlayersDouble
    let inlet = InletDouble()
    let pipe = PipeDouble("radio")
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: SoundFormat.block * 2)

    init(_ bus: PlayersDouble = PlayersDouble(PlayersDouble.player("mpv", .playing))) throws {
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.freeRunning = true
      self.bus = bus
      box = try Box(
        settings, log: BootLog(quiet: true), panel: GPIOPanel(), camera: nil, sequencer: { ALSASequencer() },
        stream: StreamDependencies(bus: bus, inlet: inlet, pipes: [pipe]))
    }
    deinit { block.deallocate() }

    func render(_ blocks: Int = 40) { for _ in 0..<blocks { box.engine.rtRender(block) } }

    func refusal(_ command: Command) -> Problem? {
      do throws(Problem) { try box.carryOut(command) } catch { return error }
      return nil
    }
  }

  /// Tests the requests that each source rejects.
  @Test func `each kind says what it can`() throws {
    let sources = try Sources()
    let asks: [Command] = [
      .play, .pause, .toggle, .next, .prev, .seek(seconds: 0.5), .volume(0.5), .speed(1.5), .pitch(cents: 100), .filter(0.5),
      .loop(LoopRequest(channel: 1, region: StemLoop(start: 0, end: 2))!),
    ]
    func refused() -> [String] { asks.filter { sources.refusal($0) != nil }.map(\.name.rawValue) }
    #expect(refused() == ["loop"])
    try sources.box.carryOut(.mode(.stems))
    sources.render()
    #expect(refused() == ["seek", "speed", "pitch", "filter"])
    try sources.box.carryOut(.mode(.instrument))
    #expect(refused() == ["seek", "speed", "pitch", "filter", "loop"])
    try sources.box.carryOut(.mode(.stream))
    #expect(sources.box.status.stream?.source == "mpv")
    #expect(refused() == ["speed", "pitch", "filter", "loop"])
    try sources.box.carryOut(.stream("radio"))
    #expect(refused() == ["next", "prev", "seek", "speed", "filter", "loop"])
    sources.bus.go("mpv")
    // The controller of the sources has noticed that the stream is gone.
    #expect(waitUntil { sources.refusal(.stream("mpv"))?.status == 404 })
  }

  /// All clients and outputs get the rejection with its reason.
  @Test func `a refusal is reported everywhere`() throws {
    let sources = try Sources()
    let events = sources.box.hub.subscribe(types: ["refused"])
    try sources.box.carryOut(.mode(.stream))
    #expect(
      sources.refusal(.pitch(cents: 50))?.detail
        == "'pitch' cannot be changed: the sound of mpv does not pass through this box")
    let status = sources.box.status
    #expect(status.stream?.refusal?.what == "pitch" && status.notices.last?.text.contains("'pitch' cannot be changed") == true)
    #expect(status.control.pitchCents == 0)
    withExtendedLifetime(events) {}
  }

  @Test func `a player that is started in another mode is said`() throws {
    let sources = try Sources(PlayersDouble(PlayersDouble.player("mpv")))
    sources.box.sources.wake()
    sources.bus.at("mpv") { $0.playback = .playing }
    for _ in 0..<5 { sources.box.sources.wake() }
    let said = sources.box.status.notices.map(\.text).filter { $0.contains("gfctl mode stream") }
    #expect(said == ["mpv plays beside mode player: pause it at the player, or run gfctl mode stream"])
    #expect(sources.bus.takeSent().isEmpty)
  }

  @Test func `orders reach the player`() throws {
    let sources = try Sources()
    try sources.box.carryOut(.mode(.stream))
    _ = sources.bus.takeSent()
    try sources.box.carryOut(.next)
    try sources.box.carryOut(.prev)
    try sources.box.carryOut(.seek(seconds: 12))
    try sources.box.carryOut(.volume(0.25))
    try sources.box.carryOut(.pause)
    try sources.box.carryOut(.play)
    #expect(sources.bus.takeSent("mpv") == [.next, .previous, .seek(to: 12), .volume(0.25), .pause, .play])
    sources.bus.at("mpv") { $0.length = 30 }
    sources.box.sources.wake()
    #expect(sources.refusal(.seek(seconds: 31))?.field == "number")
    sources.bus.at("mpv") { $0.can = [.play] }
    sources.box.sources.wake()
    for command in [Command.next, .prev, .seek(seconds: 1), .volume(0.5), .pause] {
      #expect(sources.refusal(command)?.detail.hasPrefix("mpv ") == true, "\(command)")
    }
    #expect(sources.box.status.control.volume == 0.25)
  }

  /// The engine's own sources, switched by hand. The player fades before the stems are let in.
  @Test func `the next mode is heard when the one before is silent`() throws {
    let sources = try Sources()
    let box = sources.box
    func fill() { while box.deck.fill() {} }
    fill()
    sources.render()
    #expect(!box.deck.state.isSilent)
    // From here on no source switches by itself.
    box.sources.stop()
    try box.carryOut(.mode(.stems))
    #expect(box.sources.step(at: 10) && box.engine.player.wanted.isHeard == false && !box.engine.stems.wanted.isScene)
    sources.render(1)
    #expect(box.sources.step(at: 10.01) && !box.engine.stems.wanted.isScene, "it fades")
    sources.render(40)
    #expect(!box.sources.step(at: 10.1) && box.engine.stems.wanted.isScene && box.deck.state.isSilent)
    // A card that renders nothing must not delay the change forever.
    try box.carryOut(.mode(.player))
    sources.render(1)
    try box.carryOut(.mode(.stream))
    #expect(box.sources.step(at: 20) || box.sources.present == .player("mpv"))
    #expect(!box.sources.step(at: 20.31) && box.sources.present == .player("mpv"))
  }

  /// The daemon ends while a player that ignores pauses is silenced by its volume.
  @Test func `a players volume is given back before the bus ends`() throws {
    try Places.withFolder { folder in
      let config = folder.appendingPathComponent("c.toml")
      try "[library]\nfolders = []\nmount-root = \"/nowhere\"\n[panel]\nenabled = false\n".write(
        to: config, atomically: true, encoding: .utf8)
      var settings = RunSettings()
      settings.camera = .performer("open")
      settings.sink = .null
      settings.configFiles = [config.path]
      let bus = PlayersDouble([.init(player: PlayersDouble.player("deaf", .playing), ignoresPause: true)])
      let box = try Box(
        settings, log: BootLog(quiet: true), panel: GPIOPanel(), camera: nil, sequencer: { ALSASequencer() },
        stream: StreamDependencies(bus: bus, inlet: InletDouble()))
      try box.runningBeside {
        try box.carryOut(.mode(.stream))
        #expect(waitUntil { box.sources.present == .player("deaf") })
        try box.carryOut(.mode(.player))
        #expect(waitUntil { bus.players[0].volume == 0 })
      }
      // Hands may have moved it in mode stream.
      #expect((bus.players[0].volume ?? 0) > 0 && bus.players[0].playback == .playing && bus.isStopped)
    }
  }

  @Test func `the state and the panel know the stream`() throws {
    let sources = try Sources()
    try sources.box.carryOut(.mode(.stream))
    try sources.box.carryOut(.stream("mpv"))
    var saved = SavedState()
    sources.box.collect(&saved)
    #expect(saved.mode == .stream && saved.stream.source == "mpv")
    #expect(try sources.box.carryOut(.stream("auto")) == "no source is chosen: mode stream plays the one that begins to play last")
    sources.box.collect(&saved)
    #expect(saved.stream.source == nil)
    sources.bus.at("mpv") { ($0.playback, $0.title) = (.paused, "Musician's song") }
    sources.box.sources.wake()
    #expect(sources.box.trackTitle == "Musician's song")
    let stream = try #require(sources.box.status.stream)
    func led(_ stream: StreamStatus) -> PanelView.Track {
      PanelView(
        .healthy, Controls.Values(), isOutOfMedia: false, hands: .none, policy: Policy(mode: .stream), mode: ModeStatus(stream: stream)
      ).track
    }
    #expect(led(stream) == .paused && led(StreamStatus()) == .none && led(StreamStatus(playback: .playing)) == .playing)
  }
}
