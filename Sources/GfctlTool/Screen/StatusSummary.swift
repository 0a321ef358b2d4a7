import Foundation
import GestureFlowAPI

/// The status on one screen: what an owner needs at a glance.
extension StatusScreen {
  /// Size of the smallest terminal, in characters.
  private static let smallest = (columns: 80, rows: 24)
  private static let mostProblems = 4
  private static let mostMusic = 8
  private static let mostSticks = 2

  /// Returns at most 24 lines of at most 80 characters. Colours do not count. `text` has all of the status.
  package static func summary(_ s: Status, colour: Bool) -> String {
    let rows = StatusScreen(s: s, colour: false).summary
    let shade: Terminal.Colour = s.state == .healthy ? .green : s.state == .failed ? .red : .yellow
    let lines = rows.prefix(smallest.rows).map { row in
      let title = row.title.padding(toLength: titleWidth, withPad: " ", startingAt: 0)
      let text = TextWidth.cut(row.text, smallest.columns - titleWidth)
      let isUrgent = row.title == "state" || row.title == "problem"
      return Terminal.paint(title, .dim, colour && !row.title.isEmpty) + (isUrgent ? Terminal.paint(text, shade, colour) : text)
    }
    return lines.joined(separator: "\n")
  }

  private var summary: [Row] {
    let music = Array(music.prefix(Self.mostMusic - update.count))
    let rows = [
      [Row("state", "\(s.state.rawValue)   up \(Self.duration(s.uptimeSeconds))   version \(s.version)")], problems, update,
      [Row("mode", mode)], music, [Row("hands", hands), Row("sound", sound), Row("camera", camera)], storage, capture,
    ].flatMap { $0 }
    return rows + [Row("more", "gfctl status --all" + (s.state == .healthy ? "" : ", gfctl doctor"))]
  }

  private var problems: [Row] {
    let all = s.problems.map(Terminal.plain)
    var rows = all.prefix(Self.mostProblems).flatMap { problem in
      Self.folded(problem, Self.smallest.columns - Self.titleWidth, lines: all.count > 2 ? 1 : 2).enumerated()
        .map { Row($0.offset == 0 ? "problem" : "", $0.element) }
    }
    let rest = all.count - Self.mostProblems
    if rest > 0 { rows.append(Row("", "and \(rest) more")) }
    return rows
  }

  private var sound: String {
    let part = s.parts.first { $0.name == "sound" }
    let state = part.map { $0.state == .running ? "" : "   \($0.state.rawValue)" } ?? ""
    let xruns = s.audio.xruns == 0 ? "" : "   \(s.audio.xruns) xrun\(s.audio.xruns == 1 ? "" : "s")"
    let midi = s.output == .audio ? "" : "   notes to \(s.output.rawValue)"
    return
      "\(s.audio.sink) \(Terminal.plain(s.audio.name))   volume \(Self.format(Meter.shown(s.control.volume) * 100, 0)) %\(state)\(xruns)\(midi)"
  }

  private var camera: String {
    guard s.camera.connected else { return "none" }
    let light =
      switch s.camera.lightVerdict {
      case "tooDark": "   too dark"
      case "tooBright": "   too bright"
      case "backlit": "   light from behind"
      case "covered": "   sees nothing"
      case "blurred": "   out of focus"
      default: ""
      }
    return "\(Terminal.plain(s.camera.name))   \(Self.format(s.camera.framesPerSecond, 0)) frames/s\(light)"
  }

  private var storage: [Row] {
    guard let library = s.library else { return [] }
    let sets = library.stemSets > 0 ? "   \(library.stemSets) stem set\(library.stemSets == 1 ? "" : "s")" : ""
    let imports = library.importsWaiting > 0 ? "   importing \(library.importsWaiting)" : ""
    let free = s.capture?.freeMB.map { "   \($0) MB free" } ?? ""
    let first = "\(library.tracks) tracks\(sets)   \(library.problems) problems\(imports)\(free)"
    let sticks = library.sticks.prefix(Self.mostSticks).map { stick in
      "\(Terminal.plain(stick.label))   \(stick.tracks) tracks" + (stick.scanning ? "   reading, \(stick.scanned) files so far" : "")
    }
    let rest = library.sticks.count - Self.mostSticks
    return Self.group("storage", [first] + sticks + (rest > 0 ? ["and \(rest) more"] : []))
  }

  /// Returns a text in lines of at most `width` columns. Lines break between words. The last line is cut.
  static func folded(_ text: String, _ width: Int, lines: Int) -> [String] {
    var all: [String] = []
    var rest = text[...]
    while TextWidth.of(rest) > width, all.count < lines - 1 {
      let line = TextWidth.prefix(rest, width)
      let end = line.lastIndex(of: " ") ?? line.endIndex
      all.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return all + [TextWidth.cut(String(rest), width)]
  }
}
