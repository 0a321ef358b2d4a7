import Foundation
import GestureFlowAPI

/// A table of titles and texts that shows the status.
package struct StatusScreen {
  /// A line of the table. A line without a title continues the one above.
  struct Row: Equatable {
    var title: String
    var text: String

    init(_ title: String, _ text: String) {
      self.title = title
      self.text = text
    }
  }

  let s: Status
  let colour: Bool
  static let titleWidth = 10

  /// Returns the lines of the screen.
  package static func text(_ s: Status, colour: Bool) -> String {
    StatusScreen(s: s, colour: colour).rows.map { row in
      let title = row.title.padding(toLength: titleWidth, withPad: " ", startingAt: 0)
      return Terminal.paint(title, .dim, colour && !row.title.isEmpty) + row.text
    }.joined(separator: "\n")
  }

  /// The rows from top to bottom.
  private var rows: [Row] {
    [state, update, [Row("mode", mode)], licence, music, [Row("hands", hands), Row("camera", camera)]].flatMap { $0 }
      + [
        tracker, Self.group("latency", latency), sound, capture, midi, link, threads, parts, panel, library, board,
        [Row("machine", machine)],
        notices,
      ].flatMap { $0 }
  }

  private var state: [Row] {
    let shade: Terminal.Colour = s.state == .healthy ? .green : s.state == .failed ? .red : .yellow
    let text = "\(paint(s.state.rawValue, shade))   up \(Self.duration(s.uptimeSeconds))   version \(s.version)"
    return Self.group("state", [text] + s.problems.map { paint(Terminal.plain($0), .yellow) })
  }

  /// The update of the firmware image. Its failure is among the problems.
  var update: [Row] {
    guard let update = s.update else { return [] }
    let version = update.version.map { "version \(Terminal.plain($0))" } ?? "an update"
    let text: String? =
      switch update.step {
      case .offered: "on stick '\(Terminal.plain(update.stick ?? ""))'   hold PLAY for 3 s to install it"
      case .installing: "\(version)   \(update.percent ?? 0) % installed"
      case .installed: "\(version)   installed: hold PLAY for 3 s, or gfctl update restart"
      case .failed: nil
      }
    return Self.group("update", text.map { [$0] } ?? [])
  }

  var mode: String {
    "\(s.mode.rawValue)   tier \(s.tier.rawValue)   output \(s.output.rawValue)   auto-pause \(s.autoPause ? "on" : "off")"
  }

  private var licence: [Row] {
    guard let licence = s.licence else { return [] }
    let text = Terminal.plain(licence.text)
    return [Row("licence", licence.state == .refused ? paint(text, .yellow) : text)]
  }

  /// The music of the mode and its controls.
  var music: [Row] {
    if let instrument = s.instrument {
      let playing = s.control.paused ? ["notes are off until play"] : []
      return Self.group("notes", InstrumentTable.lines(instrument) + playing)
    }
    if let stream = s.stream { return Self.group("stream", streamed(stream)) }
    guard let stems = s.stems else {
      return Self.group("track", [Self.track(s), loudness].compactMap { $0 }) + [Row("controls", controls)]
    }
    let set = "\(StemTable.set(stems))   \(Self.deed(s.control))"
    let channels = StemTable.channels(stems).map { line in
      line.isWaiting ? paint(line.text, .yellow) : line.isSelected ? paint(line.text, .cyan) : line.text
    }
    return Self.group("stems", [set] + channels)
  }

  /// Loudness and gain of the track; nil while unknown.
  private var loudness: String? {
    guard let track = s.track, !s.noMedia, let level = track.loudnessLUFS, let gain = track.gainDB else { return nil }
    return String(format: "loudness %.1f LUFS   gain %+.1f dB", level, gain)
  }

  /// Returns the lines of mode stream; a rejected request is yellow.
  private func streamed(_ stream: StreamStatus) -> [String] {
    StreamTable.lines(stream, s.control)
      + [StreamTable.refusal(stream), StreamTable.unheeding(stream)].compactMap { $0.map { paint($0, .yellow) } }
  }

  private var controls: String {
    let c = s.control
    let speed = "speed \(Self.format(c.speed, 2))" + Self.mark("speed", c)
    let pitch = String(format: "pitch %+.0f cents", c.pitchCents) + Self.mark("pitch", c)
    let mark = Self.mark("filter", c)
    let filter = c.filter == nil && mark.isEmpty ? "" : String(format: "   filter %+.2f", c.filter ?? 0) + mark
    return "\(speed)   \(pitch)   volume \(Self.format(c.volume * 100, 0)) %" + Self.mark("volume", c) + filter
  }

  var hands: String {
    let off = s.control.handsOff ? paint("hands mean nothing: both fists for a second, or gfctl hands on", .yellow) + "   " : ""
    if s.tracker.hands.isEmpty { return off + "none" }
    let held = Self.holders(s).map { "   " + $0 }.joined()
    return off
      + s.tracker.hands.map {
        "\($0.handedness) #\($0.id), \($0.fingers) finger\($0.fingers == 1 ? "" : "s"), \(Int(Meter.shown($0.confidence * 100))) %"
      }
      .joined(separator: "   ") + held
  }

  private var camera: String {
    let c = s.camera
    return "\(Terminal.plain(c.name))   \(Self.format(c.framesPerSecond, 1)) frames/s   \(c.frames) frames   \(c.droppedFrames) dropped"
  }

  private var tracker: [Row] {
    let t = s.tracker
    let whole = Self.quantiles(t.wholeMs)
    let stages = [("decode", t.decodeMs, 1), ("palm", t.palmMs, 1), ("landmark", t.landmarkMs, 1), ("gesture", t.gestureMs, 2)]
      .map { "\($0.0) \(Self.format($0.1.p50, $0.2))" }.joined(separator: "  ")
    let rest = [
      t.modelReason.map { "\(t.model): \(Terminal.plain($0))" }, t.saving.map { paint("saving: \(Terminal.plain($0))", .yellow) },
    ]
    return Self.group(
      "tracker", ["\(t.model.isEmpty ? "off" : t.model)   frame to hands \(whole) ms", "\(stages) ms (p50)"] + rest.compactMap { $0 })
  }

  private var latency: [String] {
    let l = s.tracker.captureToParameterMs
    return ["capture to sound \(Self.quantiles(l))  max \(Self.format(l.max, 1)) ms"]
      + (s.latency.map { [LatencyTable.ledToFrame($0)] } ?? [])
  }

  private var sound: [Row] {
    let a = s.audio
    let load =
      "load p50 \(Self.format(a.loadP50Percent, 1))  p99 \(Self.format(a.loadP99Percent, 1))  max \(Self.format(a.loadMaxPercent, 1)) %"
    let last = a.lastXrunSecondsAgo.map { "   last \(Self.duration($0)) ago" } ?? ""
    return Self.group(
      "sound",
      ["\(a.sink) \(Terminal.plain(a.name))   \(a.rate) Hz   period \(a.period) x \(a.periods)", "\(load)   xruns \(a.xruns)\(last)"])
  }

  var capture: [Row] {
    Self.group("capture", (s.capture.flatMap(CaptureTable.line)).map { [$0.isTrouble ? paint($0.text, .yellow) : $0.text] } ?? [])
  }

  private var midi: [Row] { Self.group("midi", s.midi.map(MIDITable.lines) ?? []) }

  private var link: [Row] {
    Self.group(
      "link",
      s.link.map {
        let apart = $0.apartMs.map { "   bar \(Self.format($0, 1)) ms apart" } ?? ""
        return ["\(Self.format($0.tempoBPM, 1)) BPM   \($0.peers) besides\(apart)"]
      } ?? [])
  }

  private var threads: [Row] {
    Self.group(
      "threads",
      s.threads.map { thread in
        let core = "core \(thread.coreGot.map(String.init) ?? "-")/\(thread.coreAsked.map(String.init) ?? "-")"
        let refusal = thread.refusal.map { "   " + paint(Terminal.plain($0), .yellow) } ?? ""
        return "\(Self.padded(thread.name, 12)) \(core)   \(thread.policy) \(thread.priorityGot)/\(thread.priorityAsked)\(refusal)"
      })
  }

  private var parts: [Row] {
    Self.group(
      "parts",
      s.parts.map { part in
        let shade: Terminal.Colour = part.state == .running ? .green : part.state == .off ? .dim : .yellow
        let restarts = part.restarts > 0 ? "   started again \(part.restarts) times" : ""
        return "\(Self.padded(part.name, 9)) \(paint(part.state.rawValue, shade))\(restarts)"
      })
  }

  private var board: [Row] {
    guard let board = s.board else { return [] }
    let clock = board.megahertz.map { "   \($0) MHz" } ?? ""
    let searches = board.searches.map { "   at most \(Self.format($0, 0)) palm searches/s without hands" } ?? ""
    let rate = "camera asked for \(Self.format(board.cameraRate, 0)) frames/s: \(Terminal.plain(board.cameraRateReason))\(searches)"
    return Self.group(
      "board", [Terminal.plain(board.name) + clock, rate] + board.misfits.map { paint(Terminal.plain($0.reason), .yellow) })
  }

  private var panel: [Row] {
    guard let panel = s.panel else { return [] }
    let good = panel.lines.filter { $0.problem == nil }.count
    return [
      Row("panel", "\(good) of \(panel.lines.count) lines   \(panel.presses) presses   debounced by the \(Terminal.plain(panel.debounce))")
    ]
  }

  private var library: [Row] {
    guard let library = s.library else { return [] }
    let imports = library.importsWaiting > 0 ? "   importing \(library.importsWaiting)" : ""
    let sets = library.stemSets > 0 ? "   \(library.stemSets) stem set\(library.stemSets == 1 ? "" : "s")" : ""
    return Self.group(
      "library",
      ["\(library.tracks) tracks\(sets)   \(library.problems) problems\(imports)"]
        + library.sticks.map {
          "\(Terminal.plain($0.label))   \($0.tracks) tracks" + ($0.scanning ? "   reading, \($0.scanned) files so far" : "")
        })
  }

  private var machine: String {
    let m = s.machine
    let texts: [String?] = [
      "memory \(Self.format(s.memoryMB, 0)) MB", "CPU \(Self.format(s.cpuSeconds, 1)) s",
      m.temperatureC.map { "\(Self.format($0, 1)) degrees" },
      m.throttled == true ? paint("throttled", .red) : nil, m.underVoltage == true ? paint("under-voltage", .red) : nil,
    ]
    return texts.compactMap { $0 }.joined(separator: "   ")
  }

  private var notices: [Row] {
    let lines = s.notices.map { notice in
      "\(Self.duration(notice.atSeconds))  \(Terminal.plain(notice.text))" + (notice.count > 1 ? " (\(notice.count) times)" : "")
    }
    return Self.group("notices", lines)
  }

  // MARK: - Words

  /// Returns rows of which the first has the title.
  static func group(_ title: String, _ texts: [String]) -> [Row] {
    texts.enumerated().map { Row($0.offset == 0 ? title : "", $0.element) }
  }

  func paint(_ text: String, _ shade: Terminal.Colour) -> String { Terminal.paint(text, shade, colour) }
  private static func padded(_ text: String, _ width: Int) -> String { text.padding(toLength: width, withPad: " ", startingAt: 0) }
  private static func quantiles(_ q: Quantiles) -> String { "p50 \(format(q.p50, 1))  p95 \(format(q.p95, 1))  p99 \(format(q.p99, 1))" }

  /// Returns the track with artist, position and playback state.
  static func track(_ s: Status) -> String {
    if s.noMedia { return "no media: put the stick back in" }
    guard let t = s.track else { return "none" }
    return name(t) + place(t, s.control)
  }

  /// Returns title, artist and album.
  static func name(_ t: TrackStatus) -> String {
    [t.title, t.artist, t.album].compactMap { $0 }.map(Terminal.plain).joined(separator: " - ")
  }

  /// Returns position, playback state and place in the list, after three blanks.
  /// - Parameter list: greatest width of the list's name, in columns.
  static func place(_ t: TrackStatus, _ c: ControlStatus, list: Int = Terminal.longest) -> String {
    "   \(clock(t.positionSeconds))" + (t.lengthSeconds.map { " of \(clock($0))" } ?? "") + "   \(deed(c))   \(t.index &+ 1)/\(t.count)"
      + (t.list.map { " in \(TextWidth.cut(Terminal.plain($0), list))" } ?? "")
  }

  /// Returns the playback state.
  static func deed(_ c: ControlStatus) -> String { c.paused ? "paused" : c.autoPaused ? "waiting for hands" : "playing" }

  /// Returns the mark after a control's value. It is a star while hands hold the control, then the hand, then the
  /// effect of its pinch.
  package static func mark(_ name: String, _ c: ControlStatus) -> String {
    guard c.held.contains(name) else { return "" }
    return "*" + [c.heldBy?[name], c.grip?[name]].compactMap { $0.map { " " + Terminal.plain($0) } }.joined()
  }

  /// Returns the controls that hands hold in mode stems, and the hands. They are words, because these controls do not
  /// have a value on the screen.
  static func holders(_ s: Status) -> [String] {
    guard s.stems != nil else { return [] }
    let held = (s.control.heldBy ?? [:]).sorted { $0.key < $1.key }
    return held.map { "\(Terminal.plain($0.key)) held by \(Terminal.plain($0.value))" }
  }

  static func format(_ x: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", x) }
  package static func clock(_ seconds: Double) -> String {
    let s = Int(min(max(0, seconds.isFinite ? seconds : 0), 1e9))
    return String(format: "%d:%02d", s / 60, s % 60)
  }
  package static func duration(_ seconds: Double) -> String {
    let s = Int(min(max(0, seconds.isFinite ? seconds : 0), 1e9))
    return s >= 86400
      ? "\(s / 86400) d \(s % 86400 / 3600) h"
      : s >= 3600 ? "\(s / 3600) h \(s % 3600 / 60) min" : s >= 60 ? "\(s / 60) min \(s % 60) s" : "\(s) s"
  }
}
