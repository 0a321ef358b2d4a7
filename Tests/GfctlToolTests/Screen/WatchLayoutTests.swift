import GestureFlowAPI
import GfctlTool
import Testing

/// The live view on terminals of several sizes, in every mode, with four hands and the longest texts.
@Suite struct WatchLayoutTests {
  private static let long = "Ein sehr langer Titel 漢字漢字 🎹 e\u{301} " + String(repeating: "und noch mehr ", count: 10)
  private static let problem =
    "sound: the card was pulled out: plug it in again, or choose another one with gfctl config set sound.card NAME"

  /// Returns a status of a mode with all that it can show.
  /// - Parameter name: every name that comes from outside.
  private static func full(_ mode: Mode, _ name: String, problems: Int) -> Status {
    var status = Status.sample
    switch mode {
    case .player: break
    case .stems: status = .stemsSample
    case .instrument, .theremin: status.instrument = instrument(name)
    case .stream: status.stream = stream(name)
    }
    status.mode = mode
    status.control.held = ["speed", "pitch", "volume"]
    status.control.heldBy =
      status.stems == nil ? ["speed": "left", "pitch": "right", "volume": "both"] : ["level": "left", "roll": "left", "loop": "both"]
    status.control.grip = ["speed": "spread", "pitch": "fader"]
    (status.control.pitchCents, status.control.speed) = (-2400, 1)
    status.track?.title = name
    status.track?.list = name
    status.stems?.set = name
    status.stems?.channels[0].muted = true
    status.stems?.channels[0].solo = true
    status.stems?.selectProgress = 0.5
    status.problems = (0..<problems).map { "\($0) \(problem)" }
    status.state = problems > 0 ? .degraded : .healthy
    status.tracker.hands = (0..<4).map(hand)
    return status
  }

  /// Returns a hand in one quarter of the frame, from its top to its bottom.
  private static func hand(_ number: Int) -> HandStatus {
    var hand = HandStatus(id: number, handedness: "left", fingers: 5, confidence: 1)
    hand.points = (0..<21).flatMap { (joint: Int) -> [Double] in
      [Double(number) * 0.25 + (joint % 2 == 0 ? 0.05 : 0.2), Double(joint) / 20]
    }
    return hand
  }

  private static func instrument(_ name: String) -> InstrumentStatus {
    var instrument = InstrumentStatus(
      scale: "pentatonicMajor", key: "Bb", rangeLow: 48, rangeHigh: 72, articulation: .retrigger, bend: true, sound: name,
      waveform: .triangle, effects: InstrumentEffects(tone: 1, fuzz: 1, delay: 1, reverb: 1))
    instrument.voices = 16
    instrument.zones = (0..<12).map { (zone: Int) -> InstrumentZone in
      InstrumentZone(
        note: 48 + zone, name: "Bb\(zone % 10)", isRoot: zone == 0, isFifth: zone == 7, top: 1 - Double(zone + 1) / 12,
        bottom: 1 - Double(zone) / 12)
    }
    instrument.sources = (1...4).map {
      InstrumentSource(
        id: "hand \($0)", zone: 3, note: 51, name: "Bb3", velocity: 127, expression: 1, modulation: 1, depth: 1, bendCents: -200)
    }
    return instrument
  }

  private static func stream(_ name: String) -> StreamStatus {
    StreamStatus(
      source: name, kind: .pipe, playback: .starved, title: name, artist: name, positionSeconds: 65, lengthSeconds: 200, volume: 1,
      pitchCents: -2400, can: ["play", "pause", "volume", "pitch"], sources: [.init(name: name, kind: .pipe, playback: .starved)],
      fillMs: 81, driftPPM: -12, starvations: 3, refusal: .init(what: "speed", reason: "the sound comes at the pace of its writer"))
  }

  private func lines(_ status: Status, _ columns: Int, _ rows: Int) -> [String] {
    WatchScreen(status: status, events: (0..<50).map { "    1.00  trackChanged \($0)" }, colour: false, hasKeys: true)
      .lines(columns: columns, rows: rows)
  }

  /// Whether a line has a part of a drawing: there is no wave in these statuses.
  private func isDrawn(_ line: String) -> Bool { line.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }

  @Test(arguments: Mode.allCases) func `every size is filled and no line wraps`(mode: Mode) {
    for (columns, rows) in [(80, 24), (60, 20), (200, 60), (40, 12), (20, 5), (10, 3), (1, 1), (80, 2), (5, 200)] {
      for problems in [0, 1, 8, 100] {
        let all = lines(Self.full(mode, Self.long, problems: problems), columns, rows)
        #expect(all.count == rows && all.allSatisfy { TextWidth.of($0) == columns }, "\(columns) x \(rows): \(all)")
      }
    }
  }

  @Test(arguments: Mode.allCases) func `hands problems and keys are there in every mode`(mode: Mode) {
    for (columns, rows, drawn) in [(80, 24, 5), (60, 20, 3), (200, 60, 20)] {
      let all = lines(Self.full(mode, Self.long, problems: 8), columns, rows)
      #expect(all.count(where: isDrawn) >= drawn, "\(all)")
      #expect(all.last?.hasPrefix("q leave  space play/pause  n next  p previous") == true, "\(all)")
      let shown = all.count { $0.firstMatch(of: /^! [0-9] sound/) != nil }
      let hint = all.contains { $0.hasPrefix("! \(8 - shown) more problems: gfctl status --all") }
      #expect(shown > 0 && hint == (shown < 8) && (rows < 60 || shown == 8), "\(all)")
    }
  }

  /// Usual figures fit one line, and long ones two.
  private static let figures: [(value: Double, xruns: Int, lines: [String])] = [
    (38.9, 0, ["camera 39 fps  hands 39 ms  sound 39 ms  load 39 %  xruns 0  memory 389 MB"]),
    (1e6, 4_000_000_000, ["camera 9999 fps  hands 9999 ms  sound 9999 ms  load 9999 %  xruns 4000000000", "memory 9999 MB"]),
  ]

  @Test(arguments: Mode.allCases) func `nothing is cut at 80 by 24`(mode: Mode) {
    for (problems, figures) in [(0, Self.figures[0]), (8, Self.figures[0]), (0, Self.figures[1]), (8, Self.figures[1])] {
      var status = Self.full(mode, "Night drive", problems: problems)
      (status.camera.framesPerSecond, status.audio.loadP99Percent, status.memoryMB) = (figures.value, figures.value, figures.value * 10)
      (status.tracker.wholeMs.p50, status.tracker.captureToParameterMs.p50) = (figures.value, figures.value)
      status.audio.xruns = figures.xruns
      let all = lines(status, 80, 24)
      #expect(all.count == 24 && !all.contains { $0.contains("…") }, "\(all)")
      for line in figures.lines { #expect(all.contains { $0.hasPrefix(line + "  ") }, "\(all)") }
      #expect(all.count(where: isDrawn) >= 5, "\(all)")
      #expect(all.last?.contains("q leave  space play/pause  n next  p previous  m next mode") == true)
      for (name, hand) in status.stems == nil ? [:] : status.control.heldBy ?? [:] {
        #expect(all.contains { $0.contains("\(name) held by \(hand)") }, "\(all)")
      }
    }
  }

  @Test func `the original has a mark that the bar of its value ends with`() throws {
    var status = Status.sample
    var places: [String: Set<Int>] = [:]
    for (speed, pitch, isOriginal) in [(1.0, 0.0, true), (0.1, -2400, false), (2, 2400, false), (.nan, .infinity, false)] {
      (status.control.speed, status.control.pitchCents) = (speed, pitch)
      for name in ["speed", "pitch"] {
        let line = Array(try #require(lines(status, 80, 24).first { $0.hasPrefix(name + " ") }))
        let mark = try #require(line.firstIndex(of: "|"))
        places[name, default: []].insert(mark)
        if isOriginal { #expect(line[mark - 1] == "=" && line[mark + 1] == ".") }
      }
    }
    #expect(places.allSatisfy { $0.value.count == 1 }, "\(places)")
    status.stream = Self.stream("radio")
    #expect(lines(status, 80, 24).contains { $0.hasPrefix("pitch    ......................") && $0.contains("|") })
  }

  @Test func `each key has its command and the line names it`() {
    let keys: [(UInt8, Command?)] = [
      (UInt8(ascii: "q"), nil), (UInt8(ascii: " "), .toggle), (UInt8(ascii: "n"), .next), (UInt8(ascii: "p"), .prev),
      (UInt8(ascii: "m"), .nextMode),
    ]
    for (byte, command) in keys {
      let key = WatchKey(byte)
      #expect(key != nil && key?.command == command)
    }
    #expect(keys.count == WatchKey.allCases.count)
    // The bytes of an arrow key, of Enter and of a capital.
    for byte in Array("\u{1B}[AP\n".utf8) { #expect(WatchKey(byte) == nil) }
  }

  @Test func `without keys the line is left out`() {
    let all = WatchScreen(status: .sample, events: [], colour: false).lines(columns: 80, rows: 24)
    #expect(!all.contains { $0.contains("q leave") })
  }
}
