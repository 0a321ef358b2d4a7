import Foundation
import GestureFlowAPI

/// Someone else's music in the words of the status screen.
enum StreamTable {
  /// What can be asked of a source, in the order in which it is told.
  private static let abilities = ["play", "pause", "next", "prev", "seek", "volume", "pitch", "speed", "loop"]

  /// Sources that have a line; a bus may have a hundred players.
  private static let mostSources = 12

  /// What is chosen and plays, what can be done to it, and what else there is to choose.
  static func lines(_ s: StreamStatus, _ control: ControlStatus) -> [String] {
    [chosen(s, control), values(s, control)] + pipe(s) + [can(s)].filter { !$0.isEmpty } + others(s)
  }

  /// What was refused within the last seconds; nil when nothing was.
  static func refusal(_ s: StreamStatus) -> String? {
    s.refusal.map { "\(Terminal.plain($0.what)) refused: \(Terminal.plain($0.reason))" }
  }

  /// Who sounds beside what is heard; nil where nobody does.
  static func unheeding(_ s: StreamStatus) -> String? {
    guard let names = s.unheeding, !names.isEmpty else { return nil }
    return "plays on, whatever it is told: \(names.map(Terminal.plain).joined(separator: ", "))"
  }

  private static func chosen(_ s: StreamStatus, _ control: ControlStatus) -> String {
    guard let source = s.source else {
      return s.sources.isEmpty ? "no player and no pipe is there" : "no source is chosen: gfctl stream NAME, or one that begins to play"
    }
    let kind = s.kind.map { " (\($0.rawValue))" } ?? ""
    return [Terminal.plain(source) + kind, piece(s), place(s), deed(s, control)].compactMap { $0 }.joined(separator: "   ")
  }

  /// Title, artist and album; nil where the source tells none.
  static func piece(_ s: StreamStatus) -> String? {
    let texts = [s.title, s.artist, s.album].compactMap { $0.map(Terminal.plain) }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: " - ")
  }

  /// Where it is; nil where the source does not tell.
  static func place(_ s: StreamStatus) -> String? {
    s.positionSeconds.map { StatusScreen.clock($0) + (s.lengthSeconds.map { " of \(StatusScreen.clock($0))" } ?? "") }
  }

  /// What the source does, and why it is silent if it is our doing.
  static func deed(_ s: StreamStatus, _ control: ControlStatus) -> String {
    let pause = control.paused ? ", paused here" : control.autoPaused ? ", waiting for hands" : ""
    switch s.playback {
    case .playing, .paused, .stopped: return s.playback.rawValue + pause
    case .waiting: return "waiting for a writer" + pause
    case .starved: return "starved: the writer gives too little" + pause
    }
  }

  private static func values(_ s: StreamStatus, _ control: ControlStatus) -> String {
    let volume = s.volume.map { "volume \(StatusScreen.format($0 * 100, 0)) %" } ?? "volume not known"
    let pitch = s.can.contains("pitch") ? String(format: "   pitch %+.0f cents", s.pitchCents) + StatusScreen.mark("pitch", control) : ""
    return volume + StatusScreen.mark("volume", control) + pitch
  }

  private static func pipe(_ s: StreamStatus) -> [String] {
    let texts: [String?] = [
      s.fillMs.map { "\(StatusScreen.format($0, 0)) ms ahead" }, s.driftPPM.map { String(format: "writer's clock %+.0f ppm", $0) },
      s.starvations.map { "starved \($0) time\($0 == 1 ? "" : "s")" },
    ]
    let line = texts.compactMap { $0 }.joined(separator: "   ")
    return line.isEmpty ? [] : [line]
  }

  private static func can(_ s: StreamStatus) -> String {
    guard s.source != nil else { return "" }
    let can = abilities.filter(s.can.contains)
    return can.isEmpty ? "can nothing that hands ask for" : "can \(can.joined(separator: " "))"
  }

  private static func others(_ s: StreamStatus) -> [String] {
    let shown = s.sources.prefix(mostSources).map { source in
      "\(source.name == s.source ? ">" : " ") \(Terminal.plain(source.name))   \(source.kind.rawValue)   \(source.playback.rawValue)"
    }
    let rest = s.sources.count - mostSources
    return shown + (rest > 0 ? ["  and \(rest) more: gfctl status --json lists them all"] : [])
  }
}
