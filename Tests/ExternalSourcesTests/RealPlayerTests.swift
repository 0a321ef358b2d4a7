import ExternalSources
import TestSupport
import Testing

/// Tests with players from Debian on the box's bus. playerctl, an independent client, must see the same after each
/// order.
struct RealPlayerTests {
  @Test(
    .enabled(
      if: RealPlayer.isThere(RealPlayer.mpv),
      "Debian's packages dbus-daemon, mpv, mpv-mpris and playerctl are not all installed: mpv is not tried"))
  func `mpv carries out orders`() throws {
    let bench = try PlayerBench()
    let mpv = try RealPlayer.mpv(bench)
    try play(bench, mpv, id: "mpv", name: "mpv")
  }

  @Test(
    .enabled(
      if: RealPlayer.isThere(RealPlayer.vlc),
      "Debian's packages dbus-daemon, vlc-bin, vlc-plugin-base and playerctl are not all installed: VLC is not tried"))
  func `VLC carries out orders`() throws {
    let bench = try PlayerBench()
    let vlc = try RealPlayer.vlc(bench)
    try play(bench, vlc, id: "vlc", name: "VLC media player")
  }

  private func play(_ bench: PlayerBench, _ player: RealPlayer, id: String, name: String) throws {
    #expect(waitUntil { bench.player?.playback == .playing && bench.player?.title == "One" && bench.player?.name == name })
    // A player may report its piece in more than one message.
    #expect(waitUntil { bench.player?.artist == "Musician" && bench.player?.album == "Tones" })
    #expect(waitUntil { abs((bench.player?.length ?? 0) - RealPlayer.length) < 0.1 } && bench.player?.id == id)
    #expect(waitUntil { bench.player?.can == [.play, .pause, .next, .previous, .seek, .volume] })

    bench.bus.send(.pause, to: id)
    #expect(waitUntil { bench.player?.playback == .paused && player.playerctl("status") == "Paused" })
    bench.bus.send(.volume(0.25), to: id)
    #expect(waitUntil { bench.player?.volume == 0.25 && player.playerctl("volume") == "0.250000" })
    bench.bus.send(.seek(to: 12), to: id)
    #expect(waitUntil { abs(bench.place - 12) < 1 && abs((Double(player.playerctl("position")) ?? 0) - 12) < 1 })
    bench.bus.send(.next, to: id)
    #expect(waitUntil { bench.player?.title == "Two" && player.playerctl("metadata", "title") == "Two" })
    bench.bus.send(.play, to: id)
    #expect(waitUntil { bench.player?.playback == .playing && player.playerctl("status") == "Playing" })
    bench.bus.send(.previous, to: id)
    #expect(waitUntil { bench.player?.title == "One" && player.playerctl("metadata", "title") == "One" })

    // The bus reports a change that another client makes.
    _ = player.playerctl("volume", "0.75")
    #expect(waitUntil { bench.player?.volume == 0.75 })
    _ = player.playerctl("pause")
    #expect(waitUntil { bench.player?.playback == .paused })
    // A play and a pause at once: the pause wins.
    bench.bus.send(.play, to: id)
    bench.bus.send(.pause, to: id)
    #expect(waitUntil { player.playerctl("status") == "Paused" })
    player.end()
    #expect(waitUntil { bench.bus.players.isEmpty })
  }
}
