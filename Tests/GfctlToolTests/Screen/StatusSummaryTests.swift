import Foundation
import GestureFlowAPI
import GfctlTool
import Testing

/// The status on one screen of 80 by 24.
@Suite struct StatusSummaryTests {
  private func lines(_ status: Status) -> [String] { StatusScreen.summary(status, colour: false).split(separator: "\n").map(String.init) }

  /// Returns a status with the maximum of every item.
  private func crowded(_ status: Status) -> Status {
    var status = status
    let long = String(repeating: "a very long text about it ", count: 20)
    status.state = .failed
    status.problems = (1...30).map { "\($0) \(long)" }
    status.camera.name = long
    status.camera.lightVerdict = "backlit"
    status.audio.name = long
    status.audio.xruns = 12
    status.track?.title = long
    status.track?.loudnessLUFS = -9
    status.track?.gainDB = -7
    status.library = LibraryStatus(
      sticks: (1...9).map { .init(id: "\($0)", label: long, path: "/m/\($0)", tracks: 1, problems: 0, scanned: 5, scanning: true) },
      tracks: 9, stemSets: 2,
      problems: 3, importsWaiting: 4)
    status.capture = CaptureStatus(state: .on, name: long, seconds: 5, bytes: 5, dropped: 3, freeMB: 12)
    status.control.handsOff = true
    status.tracker.hands = (1...4).map { HandStatus(id: $0, handedness: "right", fingers: 5, confidence: 0.9) }
    return status
  }

  private static var instrument: Status {
    var status = Status.sample
    status.mode = .instrument
    var instrument = InstrumentStatus(
      scale: "blues", key: "C", rangeLow: 48, rangeHigh: 72, articulation: .legato, bend: false, sound: "Glass", waveform: .sine,
      effects: InstrumentEffects(tone: 1, fuzz: 1, delay: 1, reverb: 1))
    instrument.sources = (1...9).map {
      InstrumentSource(
        id: "hand \($0)", zone: 0, note: 60, name: "C4", velocity: 100, expression: 1, modulation: 1, depth: 1, bendCents: 10)
    }
    status.instrument = instrument
    return status
  }

  private static var stream: Status {
    var status = Status.sample
    status.mode = .stream
    status.stream = StreamStatus(
      source: "mpv", kind: .player, playback: .playing, title: String(repeating: "song ", count: 50), positionSeconds: 5, volume: 0.5,
      can: ["play", "pause"], sources: (1...40).map { .init(name: "player \($0)", kind: .player, playback: .playing) })
    return status
  }

  @Test func `it fits on 80 by 24 in every mode`() {
    for status in [Status.sample, .stemsSample, Self.instrument, Self.stream] {
      for shown in [lines(status), lines(crowded(status))] {
        #expect(shown.count <= 24 && shown.allSatisfy { $0.count <= 80 }, "\(status.mode): \(shown.count) lines: \(shown)")
        #expect(shown.last?.contains("gfctl status --all") == true, "\(status.mode)")
      }
    }
  }

  @Test func `an update of the image has a line, and it still fits`() {
    var status = crowded(.stemsSample)
    for (update, text) in [
      (UpdateProgress(.offered, stick: "PARTY"), "update    on stick 'PARTY'   hold PLAY for 3 s to install it"),
      (UpdateProgress(.installing, percent: 42, version: "0.3.0"), "update    version 0.3.0   42 % installed"),
      (UpdateProgress(.installed, version: "0.3.0"), "update    version 0.3.0   installed: hold PLAY for 3 s, or gfctl update restart"),
    ] {
      status.update = update
      #expect(lines(status).contains(text) && lines(status).count <= 24 && lines(status).last?.hasPrefix("more") == true)
    }
    status.update = UpdateProgress(.failed, failure: Failure("x"))
    #expect(!lines(status).contains { $0.hasPrefix("update") }, "it is a problem")
  }

  @Test func `state, problems, mode, music, hands, sound, camera and storage are there`() {
    var status = Status.sample
    status.library = LibraryStatus(
      sticks: [.init(id: "1", label: "BLUE", path: "/m", tracks: 12, problems: 0, scanned: 12, scanning: false)], tracks: 12, stemSets: 1,
      problems: 2)
    #expect(
      lines(status) == [
        "state     healthy   up 1 min 1 s   version 0.1.0", "mode      player   tier free   output audio   auto-pause on",
        "track     A tune   1:05 of 3:00   playing   1/1", "controls  speed 1.25   pitch -200 cents   volume 80 %", "hands     none",
        "sound     null null   volume 80 %", "camera    performer   30 frames/s", "storage   12 tracks   1 stem set   2 problems",
        "          BLUE   12 tracks", "more      gfctl status --all",
      ])
  }

  @Test func `problems come first and long ones are folded`() {
    var status = Status.sample
    status.state = .degraded
    status.problems = [String(repeating: "word ", count: 22) + "end", "dark\u{1B}[2J"]
    let shown = lines(status)
    #expect(shown[1].hasPrefix("problem   word") && shown[2].hasPrefix("          word") && shown[2].hasSuffix("end"))
    #expect(shown[3] == "problem   dark [2J" && shown.last == "more      gfctl status --all, gfctl doctor")
    status.problems = ["a", "b", "c", "d", "e", "f"]
    #expect(lines(status)[1...5] == ["problem   a", "problem   b", "problem   c", "problem   d", "          and 2 more"])
    let coloured = StatusScreen.summary(status, colour: true)
    #expect(coloured.contains("\u{1B}[33mdegraded") && !coloured.contains("\u{1B}[32m"))
  }

  @Test func `a camera that is gone and xruns are reported`() {
    var status = Status.sample
    status.camera.connected = false
    status.audio.xruns = 1
    status.output = .both
    #expect(
      lines(status).contains("camera    none") && lines(status).contains("sound     null null   volume 80 %   1 xrun   notes to both"))
  }
}
