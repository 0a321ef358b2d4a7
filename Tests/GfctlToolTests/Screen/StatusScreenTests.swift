import Foundation
import GestureFlowAPI
import GfctlTool
import Testing

@Suite struct StatusScreenTests {
  private func lines(_ status: Status) -> [String] { StatusScreen.text(status, colour: false).split(separator: "\n").map(String.init) }

  @Test func `the table has titles and texts`() {
    var status = Status.sample
    status.problems = ["one", "two"]
    status.notices = [Notice(atSeconds: 1, text: "a"), Notice(atSeconds: 2, text: "b")]
    status.parts = [PartStatus(name: "camera", state: .running), PartStatus(name: "sound", state: .failed, restarts: 3)]
    let lines = lines(status)
    let titles = lines.map { $0.prefix(10).trimmingPrefix(" ") }.map { String($0).replacing(" ", with: "") }
    #expect(
      titles == [
        "state", "", "", "mode", "track", "controls", "hands", "camera", "tracker", "", "latency", "sound", "", "parts", "", "machine",
        "notices", "",
      ])
    #expect(lines[0] == "state     healthy   up 1 min 1 s   version 0.1.0")
    #expect(lines[1] == "          one")
    #expect(lines[14] == "          sound     failed   started again 3 times")
  }

  @Test func `latency has a line for each stage`() {
    let ms = Quantiles(count: 40, p50: 18.24, p95: 33, p99: 34, max: 35.5)
    var latency = LatencyStatus(
      ledToFrameMs: ms, frameToLevelsMs: Quantiles(count: 9, p50: 30, p95: 40, p99: 50, max: 60), levelsToCardMs: 8)
    #expect(
      LatencyTable.lines(latency) == [
        "LED to frame     p50 18.2  p95 33.0  max 35.5 ms   40 switches", "frame to levels  p50 30.0  p95 40.0  max 60.0 ms",
        "levels to card   8.0 ms, its full buffer", "together         about 56 ms (p50)",
      ])
    latency.levelsToSoundMs = Quantiles(count: 20, p50: 12.5, p95: 13, p99: 14, max: 15)
    #expect(
      Array(LatencyTable.lines(latency).dropFirst(2)) == [
        "levels to card   8.0 ms, its full buffer", "levels to sound  p50 12.5  p95 13.0  max 15.0 ms   20 clicks",
        "together         about 61 ms (p50)",
      ])
    latency.levelsToSoundMs = nil
    var status = Status.sample
    #expect(!lines(status).contains { $0.contains("LED to frame") })
    status.latency = latency
    #expect(lines(status).contains("          LED to frame     p50 18.2  p95 33.0  max 35.5 ms   40 switches"))
    (latency.frameToLevelsMs.count, latency.levelsToCardMs) = (0, nil)
    #expect(
      Array(LatencyTable.lines(latency).dropFirst()) == [
        "frame to levels  not measured: run gfctl doctor", "levels to card   no sound card plays",
      ])
  }

  @Test func `a notice that came again has its count`() throws {
    var status = Status.sample
    status.notices = [Notice(atSeconds: 61, text: "OSC goes out again", count: 7), Notice(atSeconds: 2, text: "b")]
    let lines = lines(status)
    #expect(lines.contains { $0.hasSuffix("OSC goes out again (7 times)") } && lines.contains { $0.hasSuffix("  b") }, "\(lines)")
    // An older service does not count notices.
    let old = try JSONDecoder().decode(Notice.self, from: Data(#"{"atSeconds":2,"text":"b"}"#.utf8))
    #expect(old == Notice(atSeconds: 2, text: "b"))
  }

  @Test func `loudness and gain of the track are shown as soon as they are known`() {
    var status = Status.sample
    #expect(!lines(status).contains { $0.contains("loudness") })
    status.track?.loudnessLUFS = -9.3
    status.track?.gainDB = -6.7
    #expect(lines(status)[2...].contains("          loudness -9.3 LUFS   gain -6.7 dB"))
    status.track?.loudnessLUFS = -20
    status.track?.gainDB = 4
    #expect(lines(status).contains("          loudness -20.0 LUFS   gain +4.0 dB"))
    status.noMedia = true
    #expect(!lines(status).contains { $0.contains("loudness") })
  }

  @Test func `a pinch in progress is shown`() {
    var status = Status.sample
    #expect(lines(status).contains("controls  speed 1.25   pitch -200 cents   volume 80 %"))
    status.control.held = ["speed", "pitch", "volume"]
    status.control.grip = ["pitch": "fader", "speed": "spread"]
    #expect(lines(status).contains("controls  speed 1.25* spread   pitch -200 cents* fader   volume 80 %*"))
    status.control.heldBy = ["speed": "left", "volume": "both"]
    #expect(lines(status).contains("controls  speed 1.25* left spread   pitch -200 cents* fader   volume 80 %* both"))
    (status.control.held, status.control.heldBy, status.control.filter) = (["filter"], ["filter": "left"], -0.25)
    #expect(lines(status).contains("controls  speed 1.25   pitch -200 cents   volume 80 %   filter -0.25* left"))
    status.control.filter = nil
    // The grip of a control that is not held is outdated.
    status.control.held = []
    #expect(StatusScreen.mark("pitch", status.control).isEmpty)
    status.control.held = ["pitch"]
    let watch = WatchScreen(status: status, events: [], colour: false).lines(columns: 80, rows: 24)
    #expect(watch.contains { $0.hasPrefix("pitch") && $0.contains("-200* fader") }, "\(watch)")
    #expect(watch.allSatisfy { $0.count <= 80 } && watch.count <= 24)
  }

  @Test func `inactive hands are reported with the way back`() {
    var status = Status.sample
    #expect(!lines(status).contains { $0.contains("mean nothing") })
    status.control.handsOff = true
    #expect(lines(status).contains { $0.hasPrefix("hands ") && $0.contains("gfctl hands on") })
    let watch = WatchScreen(status: status, events: [], colour: false).lines(columns: 80, rows: 24)
    #expect(watch[0].contains("HANDS OFF") && watch.allSatisfy { $0.count <= 80 })
  }

  @Test func `in mode stems the hand that holds the level is shown`() {
    var status = Status.stemsSample
    (status.control.held, status.control.heldBy) = (["level"], ["level": "right"])
    status.tracker.hands = [HandStatus(id: 2, handedness: "right", fingers: 5, confidence: 0.9)]
    #expect(lines(status).contains { $0.hasPrefix("hands ") && $0.hasSuffix("level held by right") })
    #expect(WatchScreen(status: status, events: [], colour: false).lines(columns: 120, rows: 30)[0].contains("level held by right"))
  }

  @Test func `one finger is not fingers`() {
    var status = Status.sample
    status.tracker.hands = (0...2).map { HandStatus(id: $0 + 1, handedness: "left", fingers: $0, confidence: 1) }
    let hands = lines(status).first { $0.hasPrefix("hands ") } ?? ""
    for words in ["#1, 0 fingers, ", "#2, 1 finger, ", "#3, 2 fingers, "] { #expect(hands.contains(words), "\(hands)") }
  }

  @Test func `artist and album stand behind the title`() {
    var status = Status.sample
    status.track?.artist = "Musician\u{1B}[2J"
    status.track?.album = "Something"
    #expect(lines(status).contains("track     A tune - Musician [2J - Something   1:05 of 3:00   playing   1/1"))
  }

  @Test func `why this model and what is left out stand below the tracker`() throws {
    var status = Status.sample
    #expect(!lines(status).contains { $0.contains("saving") })
    status.tracker.modelReason = "asked for\u{1B}[2J"
    status.tracker.saving = "every 2nd frame"
    let shown = lines(status)
    let first = try #require(shown.firstIndex { $0.hasPrefix("tracker   int8 ") })
    #expect(shown[first + 2] == "          int8: asked for [2J" && shown[first + 3] == "          saving: every 2nd frame")
  }

  @Test func `a stem set stands in the tracks place`() throws {
    var status = Status.stemsSample
    status.stems?.channels[0].muted = true
    status.stems?.channels[1].name = "sub\u{1B}[2J"
    let shown = lines(status)
    let first = try #require(shown.firstIndex { $0.hasPrefix("stems ") })
    #expect(
      shown[first..<(first + 5)] == [
        "stems     Night drive   110.0 BPM   4/4   A minor   bar 12 beat 3   2/3   playing",
        "           1 drums     2 bars   volume 50 %   pitch +0 cents   peak -12 dB   quarter 0.0 of 4   muted",
        "          >2 sub [2J   8 bars   volume 50 %   pitch +50 cents   peak -12 dB   quarter 1.0 of 4",
        "           3 lead      16 bars   volume 50 %   pitch +100 cents   peak -12 dB   quarter 2.0 of 4   loop 1 to 3   next 0 to 1",
        "           4 chords    8 bars   locked: needs tier pro",
      ])
    #expect(!shown.contains { $0.hasPrefix("track ") || $0.hasPrefix("controls ") })
    status.stems?.channels[2].pendingLoop = .whole
    status.stems?.loading = "Morning"
    #expect(lines(status)[first].hasSuffix("2/3   loading Morning   playing") && lines(status)[first + 3].hasSuffix("next off"))
    status.stems?.channels[2].fetching = true
    status.stems?.channels[2].gaps = 1
    #expect(lines(status)[first + 3].hasSuffix("next off   read from its file   1 gap: its stick is too slow"))
    let coloured = StatusScreen.text(status, colour: true)
    #expect(coloured.contains("\u{1B}[36m>2 ") && coloured.contains("\u{1B}[33m 3 lead"))
  }

  @Test func `the board says what it took and why`() throws {
    var status = Status.sample
    #expect(!lines(status).contains { $0.hasPrefix("board") })
    status.board = BoardStatus(
      name: "Raspberry Pi 400 Rev 1.0", megahertz: 1800, cameraRate: 20, cameraRateReason: "time for 20", searches: 5)
    status.board?.misfits = [BoardMisfit(reason: "too many hands", remedy: "fewer")]
    let shown = lines(status)
    let first = try #require(shown.firstIndex { $0.hasPrefix("board ") })
    #expect(
      shown[first..<(first + 3)] == [
        "board     Raspberry Pi 400 Rev 1.0   1800 MHz",
        "          camera asked for 20 frames/s: time for 20   at most 5 palm searches/s without hands", "          too many hands",
      ])
  }

  @Test func `odd figures are not a trap`() {
    #expect(StatusScreen.clock(.nan) == "0:00" && StatusScreen.clock(-5) == "0:00" && StatusScreen.duration(.infinity) == "0 s")
  }
}
