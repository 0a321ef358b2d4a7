import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of external music on the status screen and on the live screen.
@Suite struct StreamScreenTests {
  private static func sample(_ stream: StreamStatus) -> Status {
    var status = Status.sample
    (status.mode, status.stream) = (.stream, stream)
    return status
  }

  private static var player: StreamStatus {
    StreamStatus(
      source: "mpv", kind: .player, playback: .playing, title: "Morning", artist: "Musician", positionSeconds: 65, lengthSeconds: 200,
      volume: 0.5, can: ["volume", "next", "play", "pause"],
      sources: [.init(name: "mpv", kind: .player, playback: .playing), .init(name: "living room", kind: .pipe, playback: .waiting)])
  }

  private static var pipe: StreamStatus {
    StreamStatus(
      source: "living room", kind: .pipe, playback: .starved, volume: 1, pitchCents: -150, can: ["play", "pause", "volume", "pitch"],
      sources: [.init(name: "living room", kind: .pipe, playback: .starved)], fillMs: 81.4, driftPPM: 12.6, starvations: 1,
      refusal: .init(what: "speed", reason: "the sound comes at the pace of its writer"))
  }

  private func text(_ stream: StreamStatus) -> [String] {
    StatusScreen.text(Self.sample(stream), colour: false).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
  private func live(_ stream: StreamStatus, columns: Int = 80, rows: Int = 24) -> [String] {
    WatchScreen(status: Self.sample(stream), events: [], colour: false).lines(columns: columns, rows: rows)
  }

  @Test func `a player says what it plays and what it can`() throws {
    let all = text(Self.player)
    let at = try #require(all.firstIndex { $0.hasPrefix("stream ") })
    #expect(all[at].hasSuffix("mpv (player)   Morning - Musician   1:05 of 3:20   playing"))
    #expect(all[at + 1].contains(" volume 50 %") && !all[at + 1].contains("pitch"))
    #expect(all[at + 2].hasSuffix("can play pause next volume"))
    #expect(all[at + 3].hasSuffix("> mpv   player   playing") && all[at + 4].hasSuffix("  living room   pipe   waiting"))
    #expect(!all.contains { $0.hasPrefix("track ") || $0.hasPrefix("controls ") }, "the box's own track is not what plays")
  }

  @Test func `a pipe says how it is fed and what was refused`() throws {
    let all = text(Self.pipe)
    let at = try #require(all.firstIndex { $0.hasPrefix("stream ") })
    #expect(all[at].hasSuffix("living room (pipe)   starved: the writer gives too little"))
    #expect(all[at + 1].hasSuffix("volume 100 %   pitch -150 cents"))
    #expect(all[at + 2].hasSuffix("81 ms ahead   writer's clock +13 ppm   starved 1 time"))
    #expect(all.contains { $0.hasSuffix("speed refused: the sound comes at the pace of its writer") })
  }

  @Test func `why it is silent is said`() {
    var status = Self.sample(Self.player)
    status.control.autoPaused = true
    #expect(StatusScreen.text(status, colour: false).contains("playing, waiting for hands"))
    status.control.paused = true
    #expect(StatusScreen.text(status, colour: false).contains("playing, paused here"))
    #expect(text(StreamStatus()).contains { $0.hasSuffix("no player and no pipe is there") })
    var unchosen = Self.player
    unchosen.source = nil
    #expect(text(unchosen).contains { $0.contains("no source is chosen: gfctl stream NAME") })
  }

  @Test func `the live screen has bars and sources`() {
    let all = live(Self.player)
    #expect(all[1].hasPrefix("mpv  player  playing") && all[2].hasPrefix("Morning - Musician"))
    #expect(
      all[3].hasPrefix("place    ====") && all[4].hasPrefix("volume   ====")
        && all[5].hasPrefix("sources  >mpv playing  living room waiting"))
    #expect(all[6].hasPrefix("level "))
    let fed = live(Self.pipe)
    #expect(
      fed.contains { $0.hasPrefix("pitch    ===") } && fed.contains { $0.hasPrefix("pipe     81 ms ahead  clock +13 ppm  starved 1") })
    #expect(fed.contains { $0.hasPrefix("speed refused: ") })
  }

  @Test func `values held by hands have a star`() {
    var status = Self.sample(Self.pipe)
    status.control.held = ["volume", "pitch"]
    status.control.grip = ["pitch": "fader"]
    #expect(StatusScreen.text(status, colour: false).contains("volume 100 %*   pitch -150 cents* fader"))
    #expect(WatchScreen(status: status, events: [], colour: false).lines(columns: 80, rows: 24).contains { $0.contains("-150 ct* fader") })
  }

  /// A player's titles must not control the terminal, and its numbers must not break the bars.
  @Test func `nonsense of a player stays in its line`() {
    var stream = Self.player
    stream.title = "\u{1B}[2J\u{202E}" + String(repeating: "long ", count: 800)
    stream.artist = "\n\r\t"
    stream.positionSeconds = .nan
    stream.volume = .infinity
    stream.sources = (0..<100).map { .init(name: "player \($0)\u{7}", kind: .player, playback: .stopped) }
    for (columns, rows) in [(80, 24), (20, 8), (200, 60)] {
      let all = live(stream, columns: columns, rows: rows)
      #expect(all.count <= rows && all.allSatisfy { $0.count == columns }, "\(columns) x \(rows)")
      #expect(!all.joined().unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
    }
    #expect(text(stream).contains { $0.contains("and 88 more: ") } && text(stream).filter { $0.contains(" player ") }.count < 20)
    #expect(!text(stream).joined().unicodeScalars.contains { $0.value < 32 || $0.value == 0x202E })
  }
}
