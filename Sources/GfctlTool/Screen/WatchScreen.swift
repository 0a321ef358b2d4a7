import Foundation
import GestureFlowAPI

/// The live view: hands, music and recent events. It is a pure function of its data.
package struct WatchScreen: TerminalScreen {
  var status: Status
  var events: [String]
  var colour: Bool

  /// - Parameter events: lines of events, newest last.
  package init(status: Status, events: [String], colour: Bool) {
    self.status = status
    self.events = events
    self.colour = colour
  }

  /// Returns lines that fill the terminal, none wider than it.
  package func lines(columns: Int, rows: Int) -> [String] {
    let width = max(columns, 20)
    var all: [String] = []
    let mode = "\(status.mode.rawValue)/\(status.tier.rawValue)"
    let state = "\(status.state.rawValue.uppercased())  \(mode)  up \(StatusScreen.duration(status.uptimeSeconds))"
    let off = status.control.handsOff ? "  HANDS OFF" : ""
    let held = StatusScreen.holders(status, gap: "  ")
    all.append(paint(pad("GESTUREFLOW  \(state)\(off)\(held)", width), status.state == .healthy && off.isEmpty ? .brightGreen : .yellow))
    all += music(width)
    all.append(bar("level", (status.audio.peakDB + 60) / 60, width, String(format: "%.0f dB", status.audio.peakDB)))
    let picture = max(0, rows - all.count - 10)
    if picture >= 4 { all += hands(width, picture) }
    if rows >= 20 { all += oscilloscope(width, 3) }
    all.append(
      pad(
        String(
          format: "camera %.1f fps  hands in %.1f ms  to sound %.1f ms  load %.0f %%  xruns %d  memory %.0f MB",
          status.camera.framesPerSecond,
          status.tracker.wholeMs.p50, status.tracker.captureToParameterMs.p50, status.audio.loadP99Percent, status.audio.xruns,
          status.memoryMB), width))
    for problem in status.problems.prefix(2) { all.append(paint(pad("! " + Terminal.plain(problem), width), .yellow)) }
    let left = max(0, rows - all.count)
    for event in events.suffix(left) { all.append(paint(pad(event, width), .dim)) }
    return Array(all.prefix(rows))
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
    let track = status.track
    return [
      pad(StatusScreen.track(status), width),
      bar(
        "place", track.map { ($0.lengthSeconds ?? 0) > 0 ? $0.positionSeconds / $0.lengthSeconds! : 0 } ?? 0, width,
        StatusScreen.clock(track?.positionSeconds ?? 0)),
      bar("speed", (c.speed - 0.1) / 1.9, width, String(format: "%.2f", c.speed) + mark("speed")),
      bar("pitch", (c.pitchCents + 2400) / 4800, width, String(format: "%+.0f", c.pitchCents) + mark("pitch")),
      bar("volume", c.volume, width, String(format: "%.0f %%", c.volume * 100) + mark("volume")),
    ]
  }

  /// Returns an event as a line.
  package static func line(_ event: Event) -> String {
    let words = [event.type, event.handedness, event.value.map(Terminal.plain)].compactMap { $0 }
    return String(format: "%8.2f  ", event.atSeconds) + words.joined(separator: " ")
  }

  private func mark(_ name: String) -> String { StatusScreen.mark(name, status.control) }
  private func paint(_ text: String, _ c: Terminal.Colour) -> String { Terminal.paint(text, c, colour) }
  private func pad(_ text: String, _ width: Int) -> String {
    // This counts characters. Foundation's padding counts UTF-16 units and could cut a character in two.
    let shown = text.prefix(width)
    return shown + String(repeating: " ", count: width - shown.count)
  }

  private func bar(_ name: String, _ share: Double, _ width: Int, _ value: String) -> String {
    let room = max(4, width - 32)
    let filled = Int((min(max(share.isFinite ? share : 0, 0), 1) * Double(room)).rounded())
    let text = pad(name, 8) + " " + String(repeating: "=", count: filled) + String(repeating: ".", count: room - filled) + " " + value
    return paint(pad(text, width), .green)
  }

  /// Returns the skeletons as the player sees them. In mode instrument the notes stand beside them.
  private func hands(_ width: Int, _ rows: Int) -> [String] {
    // A character is about twice as high as wide; the drawing keeps the aspect ratio of the frame.
    let frets = status.instrument.map { FretColumn(instrument: $0).lines(rows: rows) }
    let columns = min(frets == nil ? width : width - FretColumn.width, rows * 16 / 5)
    var canvas = Braille(columns: columns, rows: rows)
    for hand in status.tracker.hands { canvas.skeleton(hand.points ?? []) }
    guard let frets else { return (0..<rows).map { paint(pad(canvas.row($0), width), .brightGreen) } }
    return (0..<rows).map { (PaintedLine(canvas.row($0), .brightGreen) + frets[$0]).text(width: width, colour: colour) }
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
    return (0..<rows).map { paint(pad(canvas.row($0), width), .green) }
  }
}
