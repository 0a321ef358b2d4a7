import Foundation
import GestureFlowAPI
import GfctlTool
import Testing

/// Tests of the live view. It fills a terminal of any size exactly, and its drawing matches the status.
@Suite struct WatchScreenTests {
  private static let blank: Character = "\u{2800}"

  private func lines(_ status: Status, events: [String] = [], columns: Int = 80, rows: Int = 24) -> [String] {
    WatchScreen(status: status, events: events, colour: false).lines(columns: columns, rows: rows)
  }

  /// Returns a sample with hands, a wave and problems.
  private func full() -> Status {
    var status = Status.sample
    var hand = HandStatus(id: 1, handedness: "left", fingers: 5, confidence: 1)
    // All points are in the left fifth of the frame, from top to bottom.
    hand.points = (0..<21).flatMap { (joint: Int) -> [Double] in [joint % 2 == 0 ? 0.1 : 0.2, Double(joint) / 20] }
    status.tracker.hands = [hand]
    status.audio.wave = wave(1)
    status.problems = ["one", "two", "three"]
    return status
  }

  /// Returns two hundred samples of a tone.
  private func wave(_ level: Double) -> [Double] { (0..<200).map { (sample: Int) -> Double in level * sin(Double(sample) / 5) } }

  /// Returns the filled share of a bar.
  private func filled(_ name: String, _ status: Status) -> Double? {
    guard let line = lines(status).first(where: { $0.hasPrefix(name + " ") }) else { return nil }
    let (full, rest) = (line.count { $0 == "=" }, line.prefix(80 - 14).count { $0 == "." })
    return Double(full) / Double(full + rest)
  }

  @Test(arguments: [(20, 5), (40, 12), (60, 30), (80, 24), (200, 60), (1, 1)])
  func `it fills the terminal and no more`(columns: Int, rows: Int) {
    let all = lines(full(), events: (0..<100).map { "event \($0)" }, columns: columns, rows: rows)
    #expect(all.count == rows)
    #expect(all.allSatisfy { $0.count == columns }, "\(all.map(\.count))")
  }

  @Test func `bars show where in its range a value is`() throws {
    var status = Status.sample
    for (speed, pitch, volume, share) in [(0.1, -2400.0, 0.0, 0.0), (1.05, 0, 0.5, 0.5), (2, 2400, 1, 1)] {
      (status.control.speed, status.control.pitchCents, status.control.volume) = (speed, pitch, volume)
      for name in ["speed", "pitch", "volume"] {
        let drawn = try #require(filled(name, status))
        #expect(abs(drawn - share) < 0.03, "\(name) at \(share): \(drawn)")
      }
    }
    status.track = TrackStatus(index: 0, title: "A tune", positionSeconds: 45, lengthSeconds: 180, bufferedSeconds: 5)
    status.audio.peakDB = -15
    let (place, level) = (try #require(filled("place", status)), try #require(filled("level", status)))
    #expect(abs(place - 0.25) < 0.03 && abs(level - 0.75) < 0.03, "\(place) and \(level)")
  }

  @Test func `figures that are NaN or beyond their range draw nothing odd`() throws {
    var status = full()
    (status.control.speed, status.control.pitchCents, status.control.volume) = (.nan, .infinity, -3)
    status.audio.peakDB = -.infinity
    status.audio.wave = []
    status.track = TrackStatus(index: 0, title: "", positionSeconds: .nan, lengthSeconds: 0, bufferedSeconds: 0)
    status.tracker.hands[0].points = (0..<42).map { (value: Int) -> Double in value % 2 == 0 ? 7 : -7 }
    for (columns, rows) in [(20, 5), (80, 40)] {
      let all = lines(status, columns: columns, rows: rows)
      #expect(all.allSatisfy { $0.count == columns })
    }
    #expect(filled("speed", status) == 0 && filled("volume", status) == 0 && filled("place", status) == 0)
    status.tracker.hands[0].points = [0.5]
    #expect(lines(status, rows: 40).count <= 40)
  }

  @Test func `hands are drawn where the player sees them`() {
    func drawn(_ status: Status) -> [String] {
      // After seven lines of music; three of the wave, four of figures and problems, and six of events follow.
      Array(lines(status, columns: 80, rows: 40).dropFirst(7).prefix(20))
    }
    var status = full()
    let drawing = drawn(status)
    #expect(drawing.count == 20 && drawing.allSatisfy { $0.contains { $0 > Self.blank } }, "from top to bottom")
    // 20 rows are 64 columns wide. The hand needs a fifth of that, and one dot more.
    #expect(drawing.allSatisfy { line in line.dropFirst(16).allSatisfy { $0 == Self.blank || $0 == " " } }, "on the left")
    status.tracker.hands = []
    #expect(drawn(status).allSatisfy { line in line.allSatisfy { $0 == Self.blank || $0 == " " } })
  }

  @Test func `the wave fills three lines and silence lies in the middle`() {
    func drawn(_ samples: [Double]) -> [Bool] {
      var status = Status.sample
      status.audio.wave = samples
      return lines(status, rows: 20).dropFirst(16).prefix(3).map { $0.contains { $0 > Self.blank && $0 < "\u{2900}" } }
    }
    #expect(drawn([Double](repeating: 0, count: 50)) == [false, true, false])
    // Quiet music also fills the lines. A lower signal is not music.
    for level in [1, 0.1, 0.02] { #expect(drawn(wave(level)) == [true, true, true], "\(level)") }
    #expect(drawn(wave(0.001)) == [false, true, false])
    #expect(drawn([]) == [false, false, false])
  }

  @Test(arguments: [(80, 24), (60, 40)])
  func `the newest events are shown beside the hands or below them`(columns: Int, rows: Int) {
    let all = lines(full(), events: (0..<100).map { "event \($0)" }, columns: columns, rows: rows)
    let numbers = all.compactMap { $0.firstMatch(of: /event ([0-9]+)/)?.output.1 }.compactMap { Int($0) }
    #expect(numbers.count >= 5 && numbers == Array(100 - numbers.count..<100))
    #expect(all.contains { $0.hasPrefix("event") } == (columns == 60))
  }

  @Test func `problems are shown in full and without control characters`() {
    let all = lines(full())
    #expect(all.filter { $0.hasPrefix("! ") }.map { $0.trimmingCharacters(in: .whitespaces) } == ["! one", "! two", "! three"])
    var status = Status.sample
    status.problems = ["a\nb\u{1B}[2J\u{202E}c"]
    #expect(lines(status).contains { $0.hasPrefix("! a b [2Jc ") })
    let words = (1...40).map { "word\($0)" }
    status.problems = [words.joined(separator: " ")]
    let shown = lines(status).joined(separator: " ")
    #expect(words.allSatisfy { shown.contains($0) })
  }

  @Test func `colours are round the lines and say how it is`() {
    var status = full()
    status.state = .healthy
    let coloured = WatchScreen(status: status, events: ["event"], colour: true).lines(columns: 80, rows: 30)
    let plain = coloured.map { line in line.replacing(/\u{1B}\[[0-9]+m/, with: "") }
    #expect(plain == lines(status, events: ["event"], rows: 30))
    #expect(coloured[0].hasPrefix("\u{1B}[92m") && coloured[0].contains("\u{1B}[0m"))
    status.state = .degraded
    #expect(WatchScreen(status: status, events: [], colour: true).lines(columns: 80, rows: 30)[0].hasPrefix("\u{1B}[33m"))
  }

  /// Some characters take two columns, some none, and some two UTF-16 units. None is cut in two.
  @Test(arguments: [
    "a" + String(repeating: "🎹", count: 99), String(repeating: "e\u{301}", count: 99), String(repeating: "漢字", count: 50), "🎹",
  ])
  func `titles of any script are cut between characters`(title: String) {
    var status = Status.sample
    status.track?.title = title
    let all = lines(status)
    #expect(all.allSatisfy { TextWidth.of($0) == 80 } && !all[1].contains("\u{FFFD}"), "\(all[1])")
    #expect(all[1].hasPrefix(title.prefix(20)) && all[1].contains("   1:05 of 3:00   playing   1/1"), "the position is shown")
  }

  @Test func `an event is a line with its time`() {
    let line = WatchScreen.line(Event(atSeconds: 12.345, type: "fingerCount", handedness: "left", value: "3"))
    #expect(line == "   12.35  fingerCount left 3" || line == "   12.34  fingerCount left 3", "\(line)")
    #expect(WatchScreen.line(Event(atSeconds: 0, type: "trackChanged", value: "a\nb\u{1B}[2J")) == "    0.00  trackChanged a b [2J")
  }
}
