import Foundation
import GestureFlowAPI
import SyntheticHands

/// The requests of a stream script, with their results.
/// They go to an external player.
/// It is a pure function of a run's report.
public struct StreamActionTable: Sendable {
  /// The result of one request.
  public struct Row: Sendable, Equatable {
    /// The request, with its time in seconds of the script.
    public var ask: ScriptedStreamAction
    /// Time of the effect, in seconds of the script.
    /// Nil without an effect, or if the state was so already.
    public var happened: Double?
    /// The result in words.
    public var detail: String
    /// Whether the request had its effect.
    public var isDone: Bool
  }

  /// Seconds after a motion in which its effect may come.
  /// They cover skipped frames, and the player's answer.
  static let slack = 0.8
  /// Allowed fraction of the intended change of a volume.
  static let ways = 0.5...1.5

  /// Rows in the order of the script.
  public let rows: [Row]
  /// Whether every request had its effect.
  public var isComplete: Bool { rows.allSatisfy(\.isDone) }

  /// Creates the table of a run.
  /// - Parameters:
  ///   - asks: the requests of the script.
  ///   - report: of a run in stream mode with a report, in which the script's first frame was the first
  ///     processed one.
  public init(_ asks: [ScriptedStreamAction], _ report: Report) { self.init(asks, controls: report.controls, events: report.events) }

  /// Creates the table from parts of a report.
  package init(_ asks: [ScriptedStreamAction], controls: [ControlSample], events: [Event]) {
    let reading = StreamReading(controls: controls, events: events)
    rows = asks.map(reading.row)
  }

  /// Compares the final volumes of the player and the box.
  /// Without this the box alone would report its volume.
  /// - Parameter report: of a run in stream mode.
  /// - Returns: both, in words, and whether they are equal, within the player's own steps.
  public static func volumes(_ report: Report) -> (text: String, areSame: Bool) {
    volumes(box: report.status.control.volume, player: report.status.stream?.volume)
  }

  /// Compares two volumes, 0...1; nil if the player does not report one.
  package static func volumes(box: Double, player: Double?) -> (text: String, areSame: Bool) {
    guard let player else { return ("MISSING: the player does not report its volume", false) }
    return (String(format: "the player's volume is %.2f, the box's %.2f", player, box), abs(player - box) <= 0.02)
  }

  /// The table as it is printed, one line for each request.
  public var text: String {
    let lines = rows.map { row in
      Self.line(
        row.ask.words, String(format: "%.1f to %.1f s", row.ask.from, row.ask.to),
        row.happened.map { String(format: "%.2f s", $0) } ?? "-", (row.isDone ? "" : "MISSING: ") + row.detail)
    }
    return ([Self.line("requested", "by the hands at", "happened", "result")] + lines).joined(separator: "\n")
  }

  /// The number of requests of each kind, in words.
  public var summary: String {
    let missing = rows.count { !$0.isDone }
    return
      "\(rows.count) actions were requested: \(rows.count - missing) happened, \(missing == 0 ? "all happened" : "\(missing) did not happen")"
  }

  private static func line(_ ask: String, _ when: String, _ happened: String, _ detail: String) -> String {
    func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(width - text.count, 0)) + text }
    return "\(ask.padding(toLength: max(36, ask.count), withPad: " ", startingAt: 0))\(right(when, 17))\(right(happened, 13))   \(detail)"
  }
}

/// A search for answers in a report.
private struct StreamReading {
  let controls: [ControlSample]
  let events: [Event]

  private var zero: Double { controls.first?.t ?? 0 }

  func row(_ ask: ScriptedStreamAction) -> StreamActionTable.Row {
    guard !controls.isEmpty else { return missing(ask, "no frame was processed") }
    return switch ask.ask {
    case .back: playback(ask, "playing")
    case .away: playback(ask, "paused")
    case .lift(let sizes): moved(ask) { min(max($0 + Double(sizes) / 2, 0), 1) }
    case .times(let factor): moved(ask) { min($0 * Double(factor), 1) }
    case .next: happened(ask, "the player began no other title") { $0.type == "trackChanged" }
    case .pitch: refused(ask, "pitch")
    case .speed: refused(ask, "speed")
    }
  }

  private func missing(_ ask: ScriptedStreamAction, _ why: String) -> StreamActionTable.Row {
    .init(ask: ask, happened: nil, detail: why, isDone: false)
  }

  private func happened(_ ask: ScriptedStreamAction, _ otherwise: String, _ fits: (Event) -> Bool) -> StreamActionTable.Row {
    let time = zero + ask.from...zero + ask.to + StreamActionTable.slack
    guard let event = events.first(where: { time.contains($0.atSeconds) && fits($0) }) else { return missing(ask, otherwise) }
    return .init(ask: ask, happened: event.atSeconds - zero, detail: event.value ?? "", isDone: true)
  }

  private func refused(_ ask: ScriptedStreamAction, _ word: String) -> StreamActionTable.Row {
    happened(ask, "it was not refused") { $0.type == "refused" && $0.value?.contains("'\(word)'") == true }
  }

  /// Returns the player's last state after the motion.
  /// A change just after its end counts, too.
  /// A later change answers the next request.
  private func playback(_ ask: ScriptedStreamAction, _ word: String) -> StreamActionTable.Row {
    let end = zero + ask.to
    let changes = events.filter { $0.type == "streamChanged" && $0.atSeconds <= end + StreamActionTable.slack && $0.value != nil }
    func fits(_ event: Event) -> Bool { event.value?.hasSuffix(" " + word) == true }
    guard let before = changes.last(where: { $0.atSeconds <= end }) ?? changes.first else {
      return missing(ask, "no player was reported")
    }
    let late = changes.first { $0.atSeconds > end && fits($0) }
    guard let last = fits(before) ? before : late, let value = last.value else { return missing(ask, "it is \(changes.last?.value ?? "")") }
    let isFresh = last.atSeconds >= zero + ask.from
    return .init(ask: ask, happened: isFresh ? last.atSeconds - zero : nil, detail: isFresh ? value : "\(value) already", isDone: true)
  }

  private func moved(_ ask: ScriptedStreamAction, _ aim: (Double) -> Double) -> StreamActionTable.Row {
    func volume(at time: Double) -> Double? { controls.last { $0.t <= zero + time }?.volume }
    guard let before = volume(at: ask.from), let after = volume(at: ask.to) else { return missing(ask, "no frame was processed") }
    let (way, wanted) = (after - before, aim(before) - before)
    let text = String(format: "volume from %.2f to %.2f", before, after)
    guard abs(wanted) > 0.01 else { return .init(ask: ask, happened: nil, detail: text, isDone: true) }
    guard StreamActionTable.ways.contains(way / wanted) else {
      return missing(ask, text + String(format: " instead of %.2f", before + wanted))
    }
    let begun = controls.first { $0.t >= zero + ask.from && abs($0.volume - before) > 0.01 }
    return .init(ask: ask, happened: begun.map { $0.t - zero }, detail: text, isDone: true)
  }
}

extension ScriptedStreamAction {
  /// The request in words.
  var words: String {
    switch ask {
    case .back: "a person comes: play"
    case .away: "no person is there: pause"
    case .lift(let sizes): "open hand: \(String(format: "%+.1f", sizes)) hand sizes"
    case .times(let factor): "two open hands: \(String(format: "%.2f", factor)) times as far"
    case .next: "peace sign: next"
    case .pitch(let sizes): "right pinch: pitch, \(String(format: "%+.1f", sizes)) hand sizes"
    case .speed: "left pinch: speed"
    }
  }
}
