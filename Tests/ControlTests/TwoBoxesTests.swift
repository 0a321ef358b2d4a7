import Foundation
import GestureFlowAPI
import TestSupport
import Testing

/// Two whole daemons share a tempo by Ableton Link. Each has its own network, with a cable between them.
/// Both report their position with the time of the machine's one monotonic clock. A late reading is therefore
/// as good as an immediate one, and load does not matter. The median of many readings counts: a daemon whose
/// audio thread was delayed has a gap in its sound, which is not Link's fault.
@Suite struct TwoBoxesTests {
  private typealias Reading = (link: LinkStatus, stems: StemsStatus)

  /// Differences between the two at one moment, in ms.
  private struct Apart {
    /// Difference of the session positions.
    var session: Double
    /// Difference of the audible positions.
    var heard: Double?
  }

  private func look(_ box: RunningBox) -> Reading? {
    guard let status = try? JSONDecoder().decode(Status.self, from: box.ask("GET", "/v1/status").body) else { return nil }
    return status.link.flatMap { link in status.stems.map { (link, $0) } }
  }

  /// Returns the shorter way around a bar, in beats.
  private func near(_ beats: Double) -> Double { beats - (beats / 4).rounded() * 4 }

  private func apart(_ a: RunningBox, _ b: RunningBox) -> Apart? {
    guard let one = look(a)?.link, let other = look(b)?.link, abs(one.tempoBPM - other.tempoBPM) < 0.02 else { return nil }
    let beat = one.tempoBPM / 60
    let session = near(other.beat - one.beat - (other.clockSeconds - one.clockSeconds) * beat) / beat * 1000
    guard let first = one.apartMs, let second = other.apartMs else { return Apart(session: session) }
    return Apart(session: session, heard: near((session - second + first) / 1000 * beat) / beat * 1000)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Moves the sounding bar of the box roughly to the session's. By itself it aligns by half a percent of
  /// speed, which takes minutes. A person could also pause for the right time.
  private func nudge(_ box: RunningBox) {
    for _ in 0..<8 {
      guard waitUntil(60, { look(box)?.link.apartMs != nil }), let now = look(box)?.link, let ms = now.apartMs else { continue }
      if abs(ms) < 30 { return }
      // The box plays too early, or so late that it waits for the next bar.
      let pause = ms < 0 ? -ms / 1000 : 240 / now.tempoBPM - ms / 1000
      // Not by `gfctl`, because its start takes time.
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
      // Alone, it sets the session to its own audible position.
      let isAlone = { (one: Reading) in one.link.peers == 0 && abs(one.link.tempoBPM - one.stems.tempoBPM) < 1 && one.link.apartMs != nil }
      #expect(waitUntil { look(a).map(isAlone) ?? false })
      // This is not the tempo of the second box's set.
      #expect(try a.ctl("tempo", "97").status == 0)
      #expect(waitUntil { abs((look(a)?.link.tempoBPM ?? 0) - 97) < 0.02 })
      let b = try box(1)
      #expect(waitUntil { look(a)?.link.peers == 1 && look(b)?.link.peers == 1 }, "they find each other by \(networks.form): \(b.output)")
      #expect(waitUntil { abs((look(b)?.link.tempoBPM ?? 0) - 97) < 0.02 }, "who comes takes the session's tempo")

      // One sets the tempo, and the other follows with its stems.
      #expect(try a.ctl("tempo", "200").status == 0)
      #expect(waitUntil { abs((look(b)?.link.tempoBPM ?? 0) - 200) < 0.02 && abs((look(b)?.stems.tempoBPM ?? 0) - 200) < 1.1 })
      #expect(try b.ctl("tempo", "180").status == 0)
      #expect(waitUntil { abs((look(a)?.link.tempoBPM ?? 0) - 180) < 0.02 && abs((look(a)?.stems.tempoBPM ?? 0) - 180) < 1 }, "and back")

      // Readings of the position in the bar.
      var readings: [Double] = []
      #expect(
        waitUntil {
          if let ms = apart(a, b)?.session { readings.append(ms) }
          return readings.count >= 41
        })
      try #require(readings.count >= 41)
      #expect(abs(median(readings)) < 2, "the session: \(readings) ms by \(networks.form)")

      // The audible positions: the bars of both boxes align and stay aligned.
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
