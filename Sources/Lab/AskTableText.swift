import Foundation
import GestureFlowAPI
import SyntheticHands

extension ActionTable {
  /// The table as it is printed, one line for each request.
  public var text: String {
    let head = Self.line("requested", "by the hands at", "recognised", "sample", "result")
    return ([head] + rows.map(\.text)).joined(separator: "\n")
  }

  /// The number of requests of each kind, in words.
  public var summary: String {
    var counts = (happened: 0, replaced: 0, already: 0, missing: 0)
    for row in rows {
      switch row.answer {
      case .happened: counts.happened += 1
      case .replaced: counts.replaced += 1
      case .already: counts.already += 1
      case .missing: counts.missing += 1
      }
    }
    var words = ["\(rows.count) actions were requested: \(counts.happened) happened"]
    if counts.replaced > 0 { words.append("\(counts.replaced) were replaced by a later request before the bar line") }
    if counts.already > 0 { words.append("\(counts.already) were played already") }
    words.append(counts.missing == 0 ? "all happened" : "\(counts.missing) did not happen")
    return words.joined(separator: ", ")
  }

  fileprivate static func line(_ ask: String, _ when: String, _ understood: String, _ sample: String, _ detail: String) -> String {
    func left(_ text: String, _ width: Int) -> String { text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0) }
    func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(width - text.count, 0)) + text }
    return "\(left(ask, 36))\(right(when, 17))\(right(understood, 13))\(right(sample, 11))   \(detail)"
  }
}

extension ActionTable.Row {
  fileprivate var text: String {
    let when = String(format: "%.1f to %.1f s", ask.from, ask.to)
    let seconds: Double?
    var sample = "-"
    let words: String
    switch answer {
    case .happened(let at, let frame, let detail):
      (seconds, sample, words) = (at, String(frame), detail)
    case .replaced(let at): (seconds, words) = (at, "a later request replaced it before the bar line")
    case .already(let at): (seconds, words) = (at, "is played already")
    case .missing(let why): (seconds, words) = (nil, "MISSING: \(why)")
    }
    return ActionTable.line(ask.words, when, seconds.map { String(format: "%.2f s", $0) } ?? "-", sample, words)
  }
}

extension ScriptedStemAction {
  /// The request in words; channels count from 1.
  var words: String {
    switch ask {
    case .select(let channel): "channel \(channel + 1): select"
    case .lift(let channel, let sizes): "channel \(channel + 1): volume, \(String(format: "%+.1f", sizes)) hand sizes"
    case .roll(let channel, let degrees): "channel \(channel + 1): pitch, \(String(format: "%+.0f", degrees)) degrees"
    case .loop(let channel, 0, 4): "channel \(channel + 1): no loop"
    case .loop(let channel, let start, let end): "channel \(channel + 1): loop of quarters \(start) to \(end)"
    case .mute(let channel): "channel \(channel + 1): mute or unmute"
    case .solo(let channel): "channel \(channel + 1): alone"
    }
  }
}
