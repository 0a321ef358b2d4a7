import Foundation
import Realtime
import ExternalSources
import TestSupport
import Testing

/// Tests of players on a real bus with the box's configuration. The doubles lie, lag and stop.
@Suite(.enabled(if: PlayerBench.isThere, "Debian's package dbus-daemon is not installed: there is no bus for players"))
struct MPRISBusTests {
  @Test func `a player is found and known`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.name == "The Double" && bench.player?.title == "Title" })
    let player = try #require(bench.player)
    #expect(
      player.id == "double" && player.artist == "Artist" && player.volume == 0.5 && player.length == 180 && player.playback == .paused)
    #expect(player.can == [.play, .pause, .next, .previous, .seek, .volume])
    #expect(bench.bus.trouble == nil)
    #expect(waitUntil { bench.news.all.contains(.bus) && bench.news.all.contains(.changed) })
    double.track("Next one", by: "Another")
    #expect(waitUntil { bench.player?.title == "Next one" && bench.player?.artist == "Another" })
    double.play("Playing")
    #expect(waitUntil { bench.player?.playback == .playing })
  }

  @Test func `a player that was there before is found, too`() throws {
    let bench = try PlayerBench(isOn: false)
    #expect(waitUntil { bench.bus.trouble?.reason.hasPrefix("no bus answers") == true })
    #expect(bench.bus.trouble?.remedy.contains("stream.bus") == true)
    try bench.switchOn()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" })
    withExtendedLifetime(double) {}
  }

  @Test func `players come and go`() throws {
    let bench = try PlayerBench()
    let first = try PlayerDouble(bench, name: "first")
    #expect(waitUntil { bench.player?.id == "first" })
    do {
      let second = try PlayerDouble(bench, name: "second")
      #expect(waitUntil { bench.bus.players.map(\.id) == ["first", "second"] })
      withExtendedLifetime(second) {}
    }
    #expect(waitUntil { bench.bus.players.map(\.id) == ["first"] })
    bench.bus.send(.play, to: "second")
    bench.bus.send(.play, to: "first")
    #expect(waitUntil { first.orders == ["Play"] }, "an order to one that is gone is dropped, and holds up nothing")
  }

  @Test func `a program with two names is one player and the mirror is not a player`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, name: "vlc.instance7", second: "vlc")
    #expect(waitUntil { bench.player?.id == "vlc" })
    let mirror = try PlayerDouble(bench, name: "playerctld")
    let last = try PlayerDouble(bench, name: "last")
    #expect(waitUntil { bench.bus.players.map(\.id) == ["vlc", "last"] })
    bench.bus.send(.play, to: "vlc.instance7")
    #expect(waitUntil { double.orders == ["Play"] })
    withExtendedLifetime((mirror, last)) {}
  }

  @Test func `a program that is there by two connections is one player`() throws {
    let bench = try PlayerBench()
    var twin: PlayerDouble? = try PlayerDouble(bench, name: "twin.instance7")
    #expect(waitUntil { bench.player?.id == "twin.instance7" })
    let other = try PlayerDouble(bench, name: "twin")
    let last = try PlayerDouble(bench, name: "twins")
    #expect(waitUntil { bench.bus.players.map(\.id) == ["twin", "twins"] })
    bench.bus.send(.play, to: "twin")
    #expect(waitUntil { twin?.orders == ["Play"] })
    #expect(other.orders.isEmpty)
    // Its first connection ends, but the player is still there.
    twin = nil
    #expect(waitUntil { bench.bus.players.map(\.id) == ["twins", "twin"] })
    bench.bus.send(.pause, to: "twin")
    #expect(waitUntil { other.orders == ["Pause"] })
    withExtendedLifetime(last) {}
  }

  @Test func `orders arrive in their order`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" })
    for order in [PlayerOrder.play, .next, .next, .previous, .pause] { bench.bus.send(order, to: "double") }
    #expect(waitUntil { double.orders == ["Play", "Next", "Next", "Previous", "Pause"] })
    #expect(waitUntil { bench.player?.playback == .paused })
    bench.bus.send(.seek(to: 42), to: "double")
    #expect(waitUntil { bench.place == 42 })
    #expect(double.orders.last == "SetPosition")
  }

  /// The player confirms a pause and a volume, but keeps playing.
  @Test func `a player that ignores pause is seen to play on and takes other orders`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .deaf)
    double.play("Playing")
    #expect(waitUntil { bench.player?.playback == .playing })
    // After an order the bus reads the player's properties again instead of trusting its signals.
    let asked = double.calls("GetAll")
    for order in [PlayerOrder.pause, .volume(0), .next] { bench.bus.send(order, to: "double") }
    #expect(waitUntil { double.calls("Volume") == 1 && double.orders.contains("Next") && double.calls("GetAll") > asked })
    #expect(bench.player?.playback == .playing && bench.player?.volume == 0.5)
    bench.bus.send(.stop, to: "double")
    #expect(waitUntil { bench.player?.playback == .stopped })
    #expect(double.orders.last == "Stop")
  }

  @Test func `the volume is sent ten times a second at most and the last is heard`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.volume == 0.5 })
    let began = Clock.seconds
    bench.bus.send(.volume(0.005), to: "double")
    #expect(waitUntil { double.calls("Volume") == 1 })
    for step in 1...100 {
      bench.bus.send(.volume(Double(step) / 100), to: "double")
      usleep(5000)
    }
    #expect(waitUntil { double.volume == 1 && bench.player?.volume == 1 })
    // The limit depends on the elapsed time. A loaded machine may bring two orders close together, but never
    // more.
    let most = (Clock.seconds - began) / MPRISOrders.volumePeriod + 2
    #expect(double.calls("Volume") >= 2 && Double(double.calls("Volume")) <= most, "\(double.calls("Volume")) of \(most)")
  }

  @Test func `the position is requested while it plays and a client watches`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" })
    double.play("Playing")
    #expect(
      waitUntil {
        _ = bench.player; return double.calls("Position") >= 2
      })
    double.jump(to: 100)
    #expect(waitUntil { bench.place >= 100 })
    double.track("Another")
    #expect(waitUntil { bench.player?.title == "Another" && bench.place < 50 })
    double.play("Paused")
    #expect(waitUntil { bench.player?.playback == .paused })
  }

  /// A player that plays on in another mode is left alone.
  @Test func `the position is not requested while no client watches`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.bus.players.first?.title == "Title" })
    double.play("Playing")
    #expect(waitUntil { bench.bus.players.first?.playback == .playing })
    bench.bus.send(.next, to: "double")
    #expect(waitUntil { double.orders == ["Next"] })
    double.track("Another")
    #expect(waitUntil { bench.bus.players.first?.title == "Another" })
    #expect(double.calls("Position") == 0)
    // Another client watches while it polls.
    #expect(
      waitUntil {
        bench.bus.watch()
        return double.calls("Position") > 0
      })
  }

  @Test func `a player without signals is polled after each order`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .tellingNothing)
    #expect(waitUntil { bench.player?.title == "Title" })
    bench.bus.send(.play, to: "double")
    #expect(waitUntil { bench.player?.playback == .playing })
    withExtendedLifetime(double) {}
  }

  @Test func `a refusal is reported with its clean words`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .refusing)
    #expect(waitUntil { bench.player?.title == "Title" })
    bench.bus.send(.next, to: "double")
    #expect(waitUntil { bench.news.all.contains(.refused(id: "double", .next, reason: "it says: not today [31m")) })
    withExtendedLifetime(double) {}
  }

  @Test func `a player without control receives no requests`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .uncontrolled)
    #expect(waitUntil { bench.player?.title == "Title" })
    #expect(bench.player?.can == [])
    bench.bus.send(.play, to: "double")
    #expect(waitUntil { bench.news.all.contains(.refused(id: "double", .play, reason: "it reports that it cannot be controlled")) })
    #expect(double.orders.isEmpty)
  }
}
