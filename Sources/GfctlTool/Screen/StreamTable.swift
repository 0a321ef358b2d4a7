import Foundation
import GestureFlowAPI

/// The external source as text of the status screen.
enum StreamTable {
  /// Controls that a source may support, in display order.
  private static let abilities = ["play", "pause", "next", "prev", "seek", "volume", "pitch", "speed", "loop"]

  /// Number of sources that have a line. A bus may have a hundred players.
  private static let mostSources = 12

  /// Returns the chosen source with music and controls, and other sources.
  static func lines(_ s: StreamStatus, _ control: ControlStatus) -> [String] {
    [chosen(s, control), values(s, control)] + pipe(s) + [can(s)].filter { !$0.isEmpty } + others(s)
  }

  /// Returns the request that was rejected in the last seconds. Returns nil without one.
  static func refusal(_ s: StreamStatus) -> String? {
    s.refusal.map { "\(Terminal.plain($0.what)) refused: \(Terminal.plain($0.reason))" }
  }

  /// Returns the players that sound although they should be silent. Returns nil without one.
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

  /// Returns title, artist and album. Returns nil if the source does not tell them.
  static func piece(_ s: StreamStatus) -> String? {
    let texts = [s.title, s.artist, s.album].compactMap { $0.map(Terminal.plain) }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: " - ")
  }

  /// Returns the position; nil if the source does not tell it.
  static func place(_ s: StreamStatus) -> String? {
    s.positionSeconds.map { StatusScreen.clock($0) + (s.lengthSeconds.map { " of \(StatusScreen.clock($0))" } ?? "") }
  }

  /// Returns the playback state, and the reason for silence by the box.
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
