import Foundation
import GestureFlowAPI

/// The status as one aligned screen.
enum StatusScreen {
  static func text(_ s: Status, colour: Bool) -> String {
    var rows: [(String, String)] = []
    let stateColour: Terminal.Colour = s.state == .healthy ? .green : s.state == .failed ? .red : .yellow
    rows.append(
      ("state", Terminal.paint(s.state.rawValue, stateColour, colour) + "   up \(duration(s.uptimeSeconds))   version \(s.version)"))
    for problem in s.problems { rows.append(("", Terminal.paint(Terminal.plain(problem), .yellow, colour))) }
    let mode = "\(s.mode.rawValue)   tier \(s.tier.rawValue)   output \(s.output.rawValue)"
    rows.append(("mode", "\(mode)   auto-pause \(s.autoPause ? "on" : "off")"))
    rows.append(("track", track(s)))
    let c = s.control
    func held(_ name: String) -> String { c.held.contains(name) ? "*" : "" }
    rows.append(
      (
        "controls",
        String(
          format: "speed %.2f%@   pitch %+.0f cents%@   volume %.0f %%%@", c.speed, held("speed"), c.pitchCents, held("pitch"),
          c.volume * 100, held("volume"))
      ))
    rows.append(
      (
        "hands",
        s.tracker.hands.isEmpty
          ? "none"
          : s.tracker.hands.map { "\($0.handedness) #\($0.id), \($0.fingers) fingers, \(Int($0.confidence * 100)) %" }.joined(
            separator: "   ")
      ))
    rows.append(
      (
        "camera",
        "\(Terminal.plain(s.camera.name))   \(format(s.camera.framesPerSecond, 1)) frames/s   \(s.camera.frames) frames   \(s.camera.droppedFrames) dropped"
      ))
    let t = s.tracker
    rows.append(
      (
        "tracker",
        "\(t.model.isEmpty ? "off" : t.model)   frame to hands p50 \(format(t.wholeMs.p50, 1))  p95 \(format(t.wholeMs.p95, 1))  p99 \(format(t.wholeMs.p99, 1)) ms"
      ))
    rows.append(
      (
        "",
        "decode \(format(t.decodeMs.p50, 1))  palm \(format(t.palmMs.p50, 1))  landmark \(format(t.landmarkMs.p50, 1))  gesture \(format(t.gestureMs.p50, 2)) ms (p50)"
      ))
    let l = t.captureToParameterMs
    rows.append(
      ("latency", "capture to sound p50 \(format(l.p50, 1))  p95 \(format(l.p95, 1))  p99 \(format(l.p99, 1))  max \(format(l.max, 1)) ms"))
    let a = s.audio
    rows.append(("sound", "\(a.sink) \(Terminal.plain(a.name))   \(a.rate) Hz   period \(a.period) x \(a.periods)"))
    rows.append(
      (
        "",
        "load p50 \(format(a.loadP50Percent, 1))  p99 \(format(a.loadP99Percent, 1))  max \(format(a.loadMaxPercent, 1)) %   xruns \(a.xruns)"
          + (a.lastXrunSecondsAgo.map { "   last \(duration($0)) ago" } ?? "")
      ))
    for (index, thread) in s.threads.enumerated() {
      let core = "core \(thread.coreGot.map(String.init) ?? "-")/\(thread.coreAsked.map(String.init) ?? "-")"
      let refusal = thread.refusal.map { "   " + Terminal.paint($0, .yellow, colour) } ?? ""
      rows.append(
        (
          index == 0 ? "threads" : "",
          "\(thread.name.padding(toLength: 12, withPad: " ", startingAt: 0)) \(core)   \(thread.policy) \(thread.priorityGot)/\(thread.priorityAsked)\(refusal)"
        ))
    }
    for (index, part) in s.parts.enumerated() {
      let colourOf: Terminal.Colour = part.state == .running ? .green : part.state == .off ? .dim : .yellow
      rows.append(
        (
          index == 0 ? "parts" : "",
          "\(part.name.padding(toLength: 9, withPad: " ", startingAt: 0)) \(Terminal.paint(part.state.rawValue, colourOf, colour))"
            + (part.restarts > 0 ? "   started again \(part.restarts) times" : "")
        ))
    }
    if let panel = s.panel {
      let bad = panel.lines.filter { $0.problem != nil }
      rows.append(
        (
          "panel",
          "\(panel.lines.count - bad.count) of \(panel.lines.count) lines   \(panel.presses) presses   debounced by the \(panel.debounce)"
        ))
    }
    if let library = s.library {
      rows.append(
        (
          "library",
          "\(library.tracks) tracks   \(library.problems) problems"
            + (library.importsWaiting > 0 ? "   importing \(library.importsWaiting)" : "")
        ))
      for stick in library.sticks {
        rows.append(
          (
            "",
            "\(Terminal.plain(stick.label))   \(stick.tracks) tracks" + (stick.scanning ? "   reading, \(stick.scanned) files so far" : "")
          ))
      }
    }
    let m = s.machine
    var machine = "memory \(format(s.memoryMB, 0)) MB   CPU \(format(s.cpuSeconds, 1)) s"
    if let celsius = m.temperatureC { machine += "   \(format(celsius, 1)) degrees" }
    if m.throttled == true { machine += "   " + Terminal.paint("throttled", .red, colour) }
    if m.underVoltage == true { machine += "   " + Terminal.paint("under-voltage", .red, colour) }
    rows.append(("machine", machine))
    for (index, notice) in s.notices.enumerated() {
      rows.append((index == 0 ? "notices" : "", "\(duration(notice.atSeconds))  \(Terminal.plain(notice.text))"))
    }
    return rows.map { Terminal.paint($0.0.padding(toLength: 10, withPad: " ", startingAt: 0), .dim, colour && !$0.0.isEmpty) + $0.1 }
      .joined(separator: "\n")
  }

  static func track(_ s: Status) -> String {
    if s.noMedia { return "no media: put the stick back in" }
    guard let t = s.track else { return "none" }
    let state = s.control.paused ? "paused" : s.control.autoPaused ? "waiting for hands" : "playing"
    return "\(Terminal.plain(t.title))   \(clock(t.positionSeconds))" + (t.lengthSeconds.map { " of \(clock($0))" } ?? "")
      + "   \(state)   \(t.index + 1)/\(t.count)"
      + (t.list.map { " in \(Terminal.plain($0))" } ?? "")
  }

  static func format(_ x: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", x) }
  static func clock(_ seconds: Double) -> String { String(format: "%d:%02d", Int(seconds) / 60, Int(seconds) % 60) }
  static func duration(_ seconds: Double) -> String {
    let s = Int(seconds)
    return s >= 86400
      ? "\(s / 86400) d \(s % 86400 / 3600) h"
      : s >= 3600 ? "\(s / 3600) h \(s % 3600 / 60) min" : s >= 60 ? "\(s / 60) min \(s % 60) s" : "\(s) s"
  }
}
