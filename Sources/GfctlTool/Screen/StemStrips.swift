import Foundation
import GestureFlowAPI

/// The stem set on the live screen. It has one line for the set and two per channel; the second one shows the
/// channel's length with region and playhead. The selected channel is cyan, a pending loop is amber.
struct StemStrips {
  /// Number of characters before and after the bars.
  private static let margins = (name: 13, value: 34)
  /// Columns of a name that are shown at least.
  private static let shortest = 12

  let stems: StemsStatus
  let colour: Bool

  func lines(width: Int) -> [String] {
    ([head(width)] + stems.channels.flatMap { [level($0, width), place($0, width)] }).map { $0.text(width: width, colour: colour) }
  }

  /// Returns the line of the set. Of a long name only the start is shown, so that all figures fit.
  private func head(_ width: Int) -> PaintedLine {
    var lamps = PaintedLine()
    for beat in 1...stems.metre.beats {
      lamps = lamps + PaintedLine(beat == stems.beat ? "#" : ".", beat == stems.beat ? .brightGreen : .dim)
    }
    let start =
      PaintedLine("bar \(stems.bar) ", .green) + lamps
      + PaintedLine(" \(stems.metre)  \(StatusScreen.format(Meter.shown(stems.tempoBPM), 1)) BPM  ", .green)
    let key = stems.key.map { "  \(TextWidth.cut(Terminal.plain($0), Self.shortest))" } ?? ""
    var end = PaintedLine(key + "  \(StemTable.place(stems))/\(stems.setCount)", .green)
    if stems.selectProgress > 0 { end = end + PaintedLine("  selecting \(Meter.bar(stems.selectProgress, of: 8))", .cyan) }
    if let loading = stems.loading {
      end = end + PaintedLine("  loading \(TextWidth.cut(Terminal.plain(loading), Self.shortest))", .yellow)
    }
    let room = max(width - start.columns - end.columns, Self.shortest)
    return start + PaintedLine(TextWidth.cut(Terminal.plain(stems.set), room), .green) + end
  }

  private func level(_ c: StemChannelStatus, _ width: Int) -> PaintedLine {
    let isSelected = c.number == stems.selected
    let shade: Terminal.Colour = isSelected ? .cyan : .green
    let words = "\(isSelected ? ">" : " ")\(c.number) \(Terminal.plain(c.name))"
    let name = PaintedLine(TextWidth.fitted(words, Self.margins.name - 1) + " ", shade)
    if c.locked { return name + PaintedLine("locked: needs tier pro", .dim) }
    let value = String(
      format: " %3.0f %% %4.0f dB %+4.0f ct", Meter.shown(c.volume * 100), Meter.shown(c.peakDB), Meter.shown(c.pitchCents))
    let marks = (c.muted ? " MUTE" : "") + (c.solo ? " SOLO" : "")
    return name + PaintedLine(Meter.bar(c.volume, of: room(width)) + value, shade) + PaintedLine(marks, .yellow)
  }

  /// Draws the length of a channel. `=` is audible, `.` is not, `-` is pending, `|` is the playhead.
  private func place(_ c: StemChannelStatus, _ width: Int) -> PaintedLine {
    let cells = room(width)
    let head = Int((Meter.shown(c.positionQuarters) / 4 * Double(cells)).rounded(.down))
    var line = PaintedLine(String(repeating: " ", count: Self.margins.name))
    for cell in 0..<cells {
      let quarter = min(cell * 4 / cells, 3)
      if cell == head {
        line = line + PaintedLine("|", .brightGreen)
      } else if let waits = c.pendingLoop, waits.start..<max(waits.end, waits.start) ~= quarter {
        line = line + PaintedLine("-", .yellow)
      } else {
        let loop = c.loop ?? .whole
        let isHeard = loop.start..<max(loop.end, loop.start) ~= quarter
        line = line + PaintedLine(isHeard ? "=" : ".", isHeard ? .green : .dim)
      }
    }
    line = line + PaintedLine(" \(c.bars) bars" + (c.loop.map { "  loop \(Self.text($0))" } ?? ""), .green)
    return line + PaintedLine(c.pendingLoop.map { "  next \(Self.text($0))" } ?? "", .yellow)
  }

  private func room(_ width: Int) -> Int { max(8, width - Self.margins.name - Self.margins.value) }

  // MARK: - Words

  /// Returns a region in the form that `gfctl loop` accepts.
  static func text(_ loop: StemLoop) -> String { loop.isWhole ? "off" : "\(loop.start) to \(loop.end)" }
}
