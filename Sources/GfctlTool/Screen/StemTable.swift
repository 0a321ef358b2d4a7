import Foundation
import GestureFlowAPI

/// The stem set as text of the status screen.
enum StemTable {
  /// The line of a channel, and the facts that decide its colour.
  struct Line {
    var text: String
    var isSelected: Bool
    var isWaiting: Bool
  }

  /// Returns the place of the set among all, from 1. Another program may answer with any number.
  static func place(_ s: StemsStatus) -> Int { s.setIndex &+ 1 }

  /// Returns the set with tempo and position.
  static func set(_ s: StemsStatus) -> String {
    let key = s.key.map { "   \(Terminal.plain($0))" } ?? ""
    let loading = s.loading.map { "   loading \(Terminal.plain($0))" } ?? ""
    return "\(Terminal.plain(s.set))   \(StatusScreen.format(s.tempoBPM, 1)) BPM   \(s.metre)\(key)   bar \(s.bar) beat \(s.beat)"
      + "   \(place(s))/\(s.setCount)\(loading)"
  }

  /// Returns one line per channel, in columns.
  static func channels(_ s: StemsStatus) -> [Line] {
    let names = s.channels.map { Terminal.plain($0.name) }
    let width = min(names.map(\.count).max() ?? 0, 20)
    return zip(s.channels, names).map { channel, name in
      let isSelected = channel.number == s.selected
      let shown = name.prefix(width)
      let head = "\(isSelected ? ">" : " ")\(channel.number) \(shown)" + String(repeating: " ", count: width - shown.count)
      return Line(text: head + "   " + text(channel), isSelected: isSelected, isWaiting: channel.pendingLoop != nil)
    }
  }

  /// Returns the values of a channel.
  static func text(_ c: StemChannelStatus) -> String {
    if c.locked { return "\(c.bars) bars   locked: needs tier pro" }
    let texts: [String?] = [
      "\(c.bars) bars", "volume \(StatusScreen.format(c.volume * 100, 0)) %", String(format: "pitch %+.0f cents", c.pitchCents),
      "peak \(StatusScreen.format(c.peakDB, 0)) dB", "quarter \(StatusScreen.format(c.positionQuarters, 1)) of 4",
      c.loop.map { "loop \(StemStrips.text($0))" }, c.pendingLoop.map { "next \(StemStrips.text($0))" },
      c.fetching ? "read from its file" : nil, c.muted ? "muted" : nil, c.solo ? "solo" : nil,
      c.gaps > 0 ? "\(c.gaps) gap\(c.gaps == 1 ? "" : "s"): its stick is too slow" : nil,
    ]
    return texts.compactMap { $0 }.joined(separator: "   ")
  }
}
