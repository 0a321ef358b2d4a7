import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Two whole daemons share a tempo by Ableton Link, each on a network of its own with a cable between them.
///
/// Both tell where they are together with the moment on the machine's one monotonic clock, so a reading that comes
/// late is as good as one that comes at once, and load does not matter. Of many readings the median counts: a
/// daemon whose audio thread was kept waiting has had a break of its sound, which Link has no part in.
@Suite struct TwoBoxesTests {
  private typealias Reading = (link: LinkStatus, stems: StemsStatus)

  /// Differences of the two at one moment, in ms.
  private struct Apart {
    /// By what the session says in each.
    var session: Double
    /// By what is heard of each.
    var heard: Double?
  }

  private func look(_ box: RunningBox) -> Reading? {
    guard let status = try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) else { return nil }
    return status.link.flatMap { link in status.stems.map { (link, $0) } }
  }

  /// Shorter way round a bar, in beats.
  private func near(_ beats: Double) -> Double { beats - (beats / 4).rounded() * 4 }

  private func apart(_ a: RunningBox, _ b: RunningBox) -> Apart? {
    guard let one = look(a)?.link, let other = look(b)?.link, abs(one.tempoBPM - other.tempoBPM) < 0.02 else { return nil }
    let beat = one.tempoBPM / 60
    let session = near(other.beat - one.beat - (other.clockSeconds - one.clockSeconds) * beat) / beat * 1000
    guard let first = one.apartMs, let second = other.apartMs else { return Apart(session: session) }
    return Apart(session: session, heard: near((session - second + first) / 1000 * beat) / beat * 1000)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Lays the bar of what is heard in the box roughly on the session's: by itself it comes together by half a
  /// percent of speed, which takes minutes. A pause of the right length is what a person could do, too.
  private func nudge(_ box: RunningBox) {
    for _ in 0..<8 {
      guard waitUntil(60, { look(box)?.link.apartMs != nil }), let now = look(box)?.link, let ms = now.apartMs else { continue }
      if abs(ms) < 30 { return }
      // It is heard too early, or so much too late that it waits for the next bar.
      let pause = ms < 0 ? -ms / 1000 : 240 / now.tempoBPM - ms / 1000
      // Not by `gfctl`, whose start takes a time of its own.
      #expect(box.ask("POST", "/v1/commands", body: #"{"command":"pause"}"#).status == 200)
      usleep(UInt32(pause * 1e6))
      #expect(box.ask("POST", "/v1/commands", body: #"{"command":"play"}"#).status == 200)
    }
  }

  @Test(
    .long,
    .enabled(if: OwnNetworks.canBeMade, "no network of its own can be made here (unshare, ip), and a test must not use a real one"))
  func `two daemons agree on tempo and bar`() throws {
    try Places.withFolder { folder in
      let networks = try OwnNetworks(folder)
      let config = folder.appendingPathComponent("box.toml").path
      try "[tempo]\nsource = \"link\"\n[player]\nauto-pause = false\n".write(toFile: config, atomically: true, encoding: .utf8)
      func box(_ number: Int) throws -> RunningBox {
        try RunningBox(["--mode", "stems", "--config", config], camera: "performer:empty", shell: networks.shell(number))
      }
      let a = try box(0)
      // Alone it lays the session on what is heard of it.
      let isAlone = { (one: Reading) in one.link.peers == 0 && abs(one.link.tempoBPM - one.stems.tempoBPM) < 1 && one.link.apartMs != nil }
      #expect(waitUntil { look(a).map(isAlone) ?? false })
      // Another tempo than the one that the second one's set has of its own.
      #expect(try a.ctl("tempo", "97").status == 0)
      #expect(waitUntil { abs((look(a)?.link.tempoBPM ?? 0) - 97) < 0.02 })
      let b = try box(1)
      #expect(waitUntil { look(a)?.link.peers == 1 && look(b)?.link.peers == 1 }, "they find each other by \(networks.form): \(b.output)")
      #expect(waitUntil { abs((look(b)?.link.tempoBPM ?? 0) - 97) < 0.02 }, "who comes takes the session's tempo")

      // One sets the tempo, and the other follows, with its stems.
      #expect(try a.ctl("tempo", "200").status == 0)
      #expect(waitUntil { abs((look(b)?.link.tempoBPM ?? 0) - 200) < 0.02 && abs((look(b)?.stems.tempoBPM ?? 0) - 200) < 1.1 })
      #expect(try b.ctl("tempo", "180").status == 0)
      #expect(waitUntil { abs((look(a)?.link.tempoBPM ?? 0) - 180) < 0.02 && abs((look(a)?.stems.tempoBPM ?? 0) - 180) < 1 }, "and back")

      // The readings of the position in the bar.
      var readings: [Double] = []
      #expect(
        waitUntil {
          if let ms = apart(a, b)?.session { readings.append(ms) }
          return readings.count >= 41
        })
      try #require(readings.count >= 41)
      #expect(abs(median(readings)) < 2, "the session: \(readings) ms by \(networks.form)")

      // And what is heard: the bars of the two musics come together, and stay so.
      nudge(b)
      var heard: [Double] = []
      let together = waitUntil(300) {
        usleep(50_000)
        guard let ms = apart(a, b)?.heard else { return false }
        heard = heard.suffix(40) + [ms]
        return heard.count > 40 && abs(median(heard)) < 2
      }
      #expect(together, "what is heard: \(heard) ms by \(networks.form)")
    }
  }
}
