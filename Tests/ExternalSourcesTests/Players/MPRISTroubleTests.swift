import Foundation
import ExternalSources
import Synchronization
import TestSupport
import Testing

/// Tests of a hundred players that lie, lag and stop, and of a bus that disappears.
@Suite(.enabled(if: PlayerBench.isThere, "Debian's package dbus-daemon is not installed: there is no bus for players"))
struct MPRISTroubleTests {
  /// Stops the bus on another thread.
  /// - Returns: false if it does not end.
  private func stops(_ bus: MPRISBus) -> Bool {
    let hasStopped = Atomic(false)
    Thread {
      bus.stop()
      hasStopped.store(true, ordering: .releasing)
    }.start()
    return waitUntil { hasStopped.load(ordering: .acquiring) }
  }

  @Test func `a player that never answers stalls no thread`() throws {
    let bench = try PlayerBench()
    let mute = try PlayerDouble(bench, name: "mute", .silent)
    let other = try PlayerDouble(bench, name: "other")
    #expect(waitUntil { bench.bus.players.contains { $0.title == "Title" } && bench.bus.players.count == 2 })
    for _ in 0..<50 { bench.bus.send(.next, to: "mute") }
    bench.bus.send(.volume(0.1), to: "mute")
    bench.bus.send(.play, to: "other")
    #expect(waitUntil { other.orders == ["Play"] })
    #expect(waitUntil { bench.bus.players.first { $0.id == "mute" }?.isMute == true })
    #expect(waitUntil { bench.bus.players.first { $0.id == "other" }?.isMute == false })
    #expect(waitUntil { mute.calls("Next") == 4 && mute.calls("GetAll") == 1 }, "what it has not answered is not asked again")
    #expect(waitUntil { bench.news.all.contains(.refused(id: "mute", .next, reason: "it does not answer, and its queue is full")) })
    #expect(mute.calls("Next") == 4 && mute.calls("GetAll") == 1)
    // It stops while calls are open.
    #expect(stops(bench.bus) && bench.bus.players.isEmpty)
  }

  /// No descriptor is left for the thread's wake signal. Orders still go out, and the thread ends.
  @Test func `a bus without a wake signal polls`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, name: "double")
    let rest = Mutex(0.0)
    let bus = MPRISBus(address: bench.address, wake: nil) { seconds in rest.withLock { $0 = seconds } }
    bus.start { _ in }
    #expect(waitUntil { bus.players.first?.title == "Title" })
    #expect(waitUntil { rest.withLock { $0 } > 1000 }, "nothing is due by itself any more")
    bus.send(.play, to: "double")
    #expect(waitUntil { double.orders == ["Play"] })
    #expect(stops(bus) && bus.players.isEmpty)
  }

  @Test func `a late answer is heard`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, name: "late")
    #expect(waitUntil { bench.player?.title == "Title" })
    // It answers only after the bus has found it silent.
    double.lag(3600)
    bench.bus.send(.play, to: "late")
    #expect(waitUntil { bench.player?.isMute == true })
    double.lag(0)
    #expect(waitUntil { bench.player?.isMute == false && bench.player?.playback == .playing })
  }

  @Test func `a player that dies in the middle is gone`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .dying)
    #expect(waitUntil { bench.player?.title == "Title" })
    bench.bus.send(.play, to: "double")
    #expect(waitUntil { bench.bus.players.isEmpty })
    withExtendedLifetime(double) {}
    let next = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" }, "and another one may take its name")
    bench.bus.send(.pause, to: "double")
    #expect(waitUntil { next.orders == ["Pause"] }, "which gets only what it was sent")
  }

  @Test func `a player that lies about every type is there and that is all`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .wrongTypes)
    #expect(waitUntil { bench.player != nil && double.calls("GetAll") >= 2 })
    double.track("Lie")
    double.play("Playing")
    bench.bus.send(.seek(to: 10), to: "double")
    #expect(
      waitUntil { bench.news.all.contains(.refused(id: "double", .seek(to: 10), reason: "it does not report its position")) })
    #expect(waitUntil { bench.player?.playback == .playing }, "a signal in between that is right counts")
    let player = try #require(bench.player)
    #expect(player.name == "double" && player.title == nil && player.volume == nil && player.can == [])
    double.be([])
    double.track("Truth")
    #expect(waitUntil { bench.player?.title == "Truth" })
  }

  @Test func `a player without metadata has none`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .bare)
    #expect(waitUntil { bench.player?.name == "The Double" })
    #expect(bench.player?.title == nil && bench.player?.artist == nil && bench.player?.can == [])
    withExtendedLifetime(double) {}
  }

  @Test func `volumes out of range`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.volume == 0.5 })
    double.loud(.nan)
    #expect(waitUntil { bench.player?.volume == nil && bench.player?.can.contains(.volume) == false })
    double.loud(-3)
    #expect(waitUntil { bench.player?.volume == 0 })
    double.loud(99)
    #expect(waitUntil { bench.player?.volume == 1 && bench.player?.can.contains(.volume) == true })
  }

  @Test func `four thousand characters and a hundred thousand artists`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .huge)
    #expect(waitUntil { bench.player?.title == "Title" })
    double.track(String(repeating: "\u{7}\n\u{1B}[2Jö\u{202E}", count: 600), by: String(repeating: "é", count: 2100))
    #expect(waitUntil { bench.player?.title?.count == 200 && bench.player?.artist?.count == 200 })
    #expect(bench.player?.artist?.hasPrefix("ééé") == true)
    let shown = (bench.player?.title ?? "") + (bench.player?.artist ?? "")
    #expect(shown.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x202E && $0.value != 0xFFFD })
  }

  /// A cover of 7 MB as text must not end the player's connection. A session bus accepts it.
  @Test func `a cover of ten million bytes ends no connection`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" })
    double.cover(bytes: 9_400_000)
    double.track("With a cover")
    #expect(waitUntil { bench.player?.title == "With a cover" })
    bench.bus.send(.play, to: "double")
    #expect(waitUntil { double.orders == ["Play"] && bench.player?.playback == .playing })
  }

  /// The box does not load it, and continues with the other properties.
  @Test func `a player whose cover is too large is led without its title`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" })
    double.cover(bytes: 40_000_000)
    double.track("Not heard")
    #expect(waitUntil { bench.player.map { $0.title == nil } == true }, "what it played before is over")
    for (order, word, playback) in [(PlayerOrder.play, "Play", StreamPlayer.Playback.playing), (.pause, "Pause", .paused)] {
      bench.bus.send(order, to: "double")
      #expect(waitUntil { double.orders.last == word && bench.player?.playback == playback })
    }
    #expect(bench.player?.can.isSuperset(of: [.play, .pause, .next, .previous, .seek, .volume]) == true && bench.bus.trouble == nil)
    double.cover(bytes: 0)
    double.track("Small again")
    #expect(waitUntil { bench.player?.title == "Small again" })
  }

  /// The player appears with its cover and sends no signals.
  @Test func `a player that begins with a cover too large is known`() throws {
    let bench = try PlayerBench()
    let double = try PlayerDouble(bench, .tellingNothing)
    double.cover(bytes: 40_000_000)
    double.play("Playing")
    #expect(
      waitUntil {
        bench.bus.send(.volume(0.25), to: "double")
        return bench.player?.playback == .playing && bench.player?.title == nil && bench.player?.volume == 0.25
      })
  }

  @Test func `a hundred players are known and the others when there is room`() throws {
    let bench = try PlayerBench()
    var doubles = try (0..<104).map { try PlayerDouble(bench, name: "player\($0)", $0 % 3 == 0 ? .silent : []) }
    #expect(waitUntil { bench.bus.players.count == 100 && bench.bus.players.filter { $0.title != nil }.count >= 64 })
    doubles.removeFirst(10)
    #expect(waitUntil { bench.bus.players.count == 94 })
    bench.bus.send(.play, to: "player103")
    #expect(waitUntil { doubles.last?.orders == ["Play"] })
    doubles.removeAll()
    #expect(waitUntil { bench.bus.players.isEmpty })
  }

  @Test func `a bus that goes away takes its players and is found again`() throws {
    let bench = try PlayerBench()
    do {
      let double = try PlayerDouble(bench)
      #expect(waitUntil { bench.player?.title == "Title" })
      bench.switchOff()
      #expect(waitUntil { bench.bus.players.isEmpty && bench.bus.trouble != nil })
      bench.bus.send(.play, to: "double")
      #expect(bench.bus.trouble?.reason.contains("bus at") == true || bench.bus.trouble?.reason.hasPrefix("no bus answers") == true)
      withExtendedLifetime(double) {}
    }
    try bench.switchOn()
    let double = try PlayerDouble(bench)
    #expect(waitUntil { bench.player?.title == "Title" && bench.bus.trouble == nil })
    #expect(double.orders.isEmpty, "what was asked for while there was no bus is over")
    #expect(waitUntil { bench.news.all.filter { $0 == .bus }.count >= 3 })
  }

  @Test func `without a bus that is said with a remedy`() {
    let none = MPRISBus(address: "")
    none.start { _ in }
    #expect(none.trouble?.reason == "no bus is configured, so the box finds no players" && none.players.isEmpty)
    none.stop()
    let nonsense = MPRISBus(address: "over there")
    nonsense.start { _ in }
    #expect(waitUntil { nonsense.trouble?.reason == "over there is not the address of a bus" }, "\(nonsense.trouble as Any)")
    nonsense.stop()
  }

  @Test(arguments: [
    ("org.mpris.MediaPlayer2.mpv", true), ("org.mpris.MediaPlayer2.vlc.instance7", true), ("rs.spotifyd.instance7", true),
    ("org.mpris.MediaPlayer2", false), ("org.mpris.MediaPlayer2x.y", false), ("org.freedesktop.systemd1", false),
    ("org.example.Any", false),
  ])
  func `the boxes bus lets players have their names and no others`(name: String, isAllowed: Bool) throws {
    #expect(try PlayerBench().mayOwn(name) == isAllowed)
  }
}
