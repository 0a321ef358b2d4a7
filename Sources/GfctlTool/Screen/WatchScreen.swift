import Foundation
import GestureFlowAPI

/// The live view: hands, music, problems and recent events. It is a pure function of its data.
package struct WatchScreen: TerminalScreen {
  /// Rows of the drawing of the hands. Below `least` it is left out, and problems leave it `kept`.
  private static let handRows = (least: 3, kept: 5)
  /// Columns for events beside the hands.
  private static let eventColumns = 28
  private static let waveRows = 3
  /// Rows of a terminal with room for two lines of figures.
  private static let tall = 24
  /// Columns for the name of the track's list.
  private static let longestList = 20

  var status: Status
  var events: [String]
  var colour: Bool
  var hasKeys: Bool

  /// - Parameters:
  ///   - events: lines of events, newest last.
  ///   - colour: whether lines have control sequences of colours.
  ///   - hasKeys: whether a line with the keys stands at the bottom.
  package init(status: Status, events: [String], colour: Bool, hasKeys: Bool = false) {
    self.status = status
    self.events = events
    self.colour = colour
    self.hasKeys = hasKeys
  }

  /// Returns lines for a terminal, each as wide as it. They are not more than it has rows. With keys they fill it.
  package func lines(columns: Int, rows: Int) -> [String] {
    let (width, rows) = (max(columns, 1), max(rows, 1))
    let level = bar("level", (status.audio.peakDB + 60) / 60, width, text("%.0f dB", status.audio.peakDB))
    let head = header(width) + music(width) + [level]
    let keys = hasKeys && rows > 1 ? [keyLine(width)] : []
    // On a small terminal problems take the place of music, and of a second line of figures.
    let figures = figures(width, most: rows < Self.tall ? 1 : 2)
    let below = figures + keys
    let free = max(0, rows - head.count - below.count)
    let problems = problems(width, most: min(max(free - Self.handRows.kept, 2), max(5, free / 3)))
    var rest = max(0, free - problems.count)
    let hasWave = rest >= Self.handRows.kept + 2 * Self.waveRows
    if hasWave { rest -= Self.waveRows }
    var all = Array(head.prefix(max(1, rows - below.count - problems.count)))
    let isBeside = rest * 16 / 5 + fretColumns(width) + Self.eventColumns <= width
    let drawn = isBeside ? rest : rest - min(rest / 4, 6)
    let hasHands = drawn >= Self.handRows.least
    if hasHands { all += hands(width, drawn, besides: isBeside ? events : []) }
    if hasWave { all += oscilloscope(width, Self.waveRows) }
    all += figures + problems
    let last = hasHands && isBeside ? [] : events.suffix(max(0, rows - keys.count - all.count))
    all += last.map { paint(TextWidth.fitted($0, width), .dim) }
    all = Array(all.prefix(rows - keys.count))
    if hasKeys { while all.count < rows - keys.count { all.append(TextWidth.fitted("", width)) } }
    return all + keys
  }

  /// Returns an event as a line.
  package static func line(_ event: Event) -> String {
    let words = [event.type, event.handedness, event.value.map(Terminal.plain)].compactMap { $0 }
    return String(format: "%8.2f  ", event.atSeconds) + words.joined(separator: " ")
  }

  // MARK: - Lines

  private func header(_ width: Int) -> [String] {
    let off = status.control.handsOff ? ["HANDS OFF"] : []
    let parts = ["GESTUREFLOW", status.state.rawValue.uppercased(), "\(status.mode.rawValue)/\(status.tier.rawValue)"]
    let texts = parts + off + ["up \(StatusScreen.duration(status.uptimeSeconds))"] + StatusScreen.holders(status)
    let shade: Terminal.Colour = status.state == .healthy && off.isEmpty ? .brightGreen : .yellow
    return PaintedLine.flow(texts.map { PaintedLine($0, shade) }, width: width, most: 2).map { $0.text(width: width, colour: colour) }
  }

  /// Returns the music lines of the mode.
  private func music(_ width: Int) -> [String] {
    if let stream = status.stream { return StreamView(stream: stream, control: status.control, colour: colour).lines(width: width) }
    if let stems = status.stems { return StemStrips(stems: stems, colour: colour).lines(width: width) }
    guard let instrument = status.instrument else { return player(width) }
    let c = status.control
    return InstrumentView(instrument: instrument, output: status.output, volume: c.volume, isPaused: c.paused, colour: colour)
      .lines(width: width)
  }

  /// Returns the track with its position and controls.
  private func player(_ width: Int) -> [String] {
    let c = status.control
    let position = status.track?.positionSeconds ?? 0
    let length = status.track?.lengthSeconds ?? 0
    return [
      track(width), bar("place", length > 0 ? position / length : 0, width, StatusScreen.clock(position)),
      bar("speed", share(c.speed, Speed.range), width, text("%.2f", c.speed) + mark("speed"), original: share(1, Speed.range)),
      bar("pitch", share(c.pitchCents, Cents.range), width, text("%+.0f", c.pitchCents) + mark("pitch"), original: share(0, Cents.range)),
      bar("volume", c.volume, width, text("%.0f %%", c.volume * 100) + mark("volume")),
    ] + filter(width)
  }

  /// Returns the filter of the song. It is empty while the filter is at the original and not held.
  private func filter(_ width: Int) -> [String] {
    let value = status.control.filter ?? 0
    guard value != 0 || !mark("filter").isEmpty else { return [] }
    return [
      bar("filter", share(value, FilterKnob.range), width, text("%+.2f", value) + mark("filter"), original: share(0, FilterKnob.range))
    ]
  }

  /// Returns the track. Of a long title only the start is shown, so that the position fits.
  private func track(_ width: Int) -> String {
    guard let track = status.track, !status.noMedia else { return TextWidth.fitted(StatusScreen.track(status), width) }
    let place = StatusScreen.place(track, status.control, list: Self.longestList)
    let name = TextWidth.cut(StatusScreen.name(track), max(width - TextWidth.of(place), 12))
    return TextWidth.fitted(name + place, width)
  }

  /// Returns the figures. With usual values they fit one line of 80 columns.
  private func figures(_ width: Int, most: Int) -> [String] {
    let (s, t) = (status, status.tracker)
    let texts = [
      text("camera %.0f fps", s.camera.framesPerSecond), text("hands %.0f ms", t.wholeMs.p50),
      text("sound %.0f ms", t.captureToParameterMs.p50), text("load %.0f %%", s.audio.loadP99Percent), "xruns \(s.audio.xruns)",
      text("memory %.0f MB", s.memoryMB),
    ]
    return PaintedLine.flow(texts.map { PaintedLine($0) }, width: width, most: most).map { $0.text(width: width, colour: colour) }
  }

  /// Returns as many problems as fit in full. The number of the others follows.
  private func problems(_ width: Int, most: Int) -> [String] {
    var lines: [String] = []
    var count = 0
    for problem in status.problems {
      // One line is for the hint, unless this is the last problem.
      let room = most - lines.count - (count + 1 < status.problems.count ? 1 : 0)
      guard room > 0 else { break }
      let folded = StatusScreen.folded(Terminal.plain(problem), max(width - 2, 1), lines: 4)
      // Only the first problem may be cut.
      guard folded.count <= room || count == 0 else { break }
      let shown = folded.count <= room ? folded : StatusScreen.folded(Terminal.plain(problem), max(width - 2, 1), lines: room)
      lines += shown.enumerated().map { ($0.offset == 0 ? "! " : "  ") + $0.element }
      count += 1
    }
    let rest = status.problems.count - count
    if rest > 0 { lines.append("! \(rest) more problem\(rest == 1 ? "" : "s"): gfctl status --all") }
    return lines.map { paint(TextWidth.fitted($0, width), .yellow) }
  }

  private func keyLine(_ width: Int) -> String {
    let keys = WatchKey.allCases.map { PaintedLine($0.words, .dim) }
    return PaintedLine.flow(keys, width: width, most: 1).map { $0.text(width: width, colour: colour) }[0]
  }

  private func share(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    (value - range.lowerBound) / (range.upperBound - range.lowerBound)
  }

  private func text(_ format: String, _ value: Double) -> String { String(format: format, Meter.shown(value)) }
  private func mark(_ name: String) -> String { StatusScreen.mark(name, status.control) }
  private func paint(_ text: String, _ c: Terminal.Colour) -> String { Terminal.paint(text, c, colour) }

  /// - Parameter original: share at which the original value is marked. Nil without a mark.
  private func bar(_ name: String, _ share: Double, _ width: Int, _ value: String, original: Double? = nil) -> String {
    let bar = Meter.bar(share, of: max(4, width - 32), mark: original)
    return paint(TextWidth.fitted(TextWidth.fitted(name, 8) + " " + bar + " " + value, width), .green)
  }

  // MARK: - Drawings

  /// Columns for the instrument's notes beside the hands; 0 without them.
  private func fretColumns(_ width: Int) -> Int { status.instrument != nil && width >= 2 * FretColumn.width ? FretColumn.width : 0 }

  /// Returns the skeletons as the player sees them. In mode instrument the notes stand beside them.
  /// - Parameter events: lines beside them, newest last.
  private func hands(_ width: Int, _ rows: Int, besides events: [String]) -> [String] {
    let room = fretColumns(width)
    // A character is about twice as high as wide; the drawing keeps the aspect ratio of the frame.
    let canvas = skeletons(columns: min(width - room, rows * 16 / 5), rows: rows)
    let frets = status.instrument.map { room > 0 ? FretColumn(instrument: $0).lines(rows: rows) : [] } ?? []
    let shown = events.suffix(rows).map { PaintedLine("  " + $0, .dim) }
    return (0..<rows).map { row in
      var line = PaintedLine(canvas.row(row), .brightGreen)
      if row < frets.count { line = line + frets[row].padded(to: room) }
      if row < shown.count { line = line + shown[row] }
      return line.text(width: width, colour: colour)
    }
  }

  private func skeletons(columns: Int, rows: Int) -> Braille {
    var canvas = Braille(columns: columns, rows: rows)
    for hand in status.tracker.hands { canvas.skeleton(hand.points ?? []) }
    return canvas
  }

  /// Returns the current waveform, as an oscilloscope shows it.
  private func oscilloscope(_ width: Int, _ rows: Int) -> [String] {
    var canvas = Braille(columns: width, rows: rows)
    let wave = status.audio.wave
    // Scale the wave, so that quiet music fills the screen, too.
    let top = max(wave.map(abs).max() ?? 0, 0.02)
    var last: SIMD2<Double>?
    for (index, sample) in wave.enumerated() {
      let point = SIMD2(
        Double(index) / Double(max(wave.count - 1, 1)) * Double(canvas.width - 1), (0.5 - sample / top * 0.48) * Double(canvas.height - 1))
      if let last { canvas.line(last, point) }
      last = point
    }
    return (0..<rows).map { paint(canvas.row($0), .green) }
  }
}
