import Foundation
import GestureFlowAPI

/// The external source on the live screen. It shows the music, bars for position, volume and pitch, and the sources.
/// Controls held by hands are cyan, as in the other modes; rejected requests and missing sources are amber.
struct StreamView {
  /// Number of characters before and after a bar.
  private static let margins = (name: 9, value: 24)
  /// Columns of a name. `least` are shown at least; a name among the sources has `most` at most.
  private static let name = (least: 12, most: 30)

  let stream: StreamStatus
  let control: ControlStatus
  let colour: Bool

  func lines(width: Int) -> [String] {
    let lines: [[PaintedLine]] = [
      [head(width), piece], place(width), [volume(width)], pitch(width), sources(width), pipe, refusal(width),
    ]
    return lines.joined().map { $0.text(width: width, colour: colour) }
  }

  private func head(_ width: Int) -> PaintedLine {
    guard let source = stream.source else {
      return PaintedLine(stream.sources.isEmpty ? "no player and no pipe is there" : "no source is chosen", .yellow)
    }
    let isHeard = stream.playback == .playing && !control.paused && !control.autoPaused
    let rest =
      PaintedLine(stream.kind.map { "  \($0.rawValue)  " } ?? "  ", .green)
      + PaintedLine(StreamTable.deed(stream, control), isHeard ? .brightGreen : .yellow)
    let room = max(width - rest.columns, Self.name.least)
    return PaintedLine(TextWidth.cut(Terminal.plain(source), room), .brightGreen) + rest
  }

  private var piece: PaintedLine { PaintedLine(StreamTable.piece(stream) ?? "", .green) }

  private func place(_ width: Int) -> [PaintedLine] {
    guard let position = stream.positionSeconds, let length = stream.lengthSeconds, length > 0 else { return [] }
    return [bar("place", position / length, StreamTable.place(stream) ?? "", width, isHeld: false)]
  }

  private func volume(_ width: Int) -> PaintedLine {
    guard let volume = stream.volume else { return PaintedLine("volume   not known: the source does not tell it", .dim) }
    let value = String(format: "%.0f %%", Meter.shown(volume * 100)) + StatusScreen.mark("volume", control)
    return bar("volume", volume, value, width, isHeld: control.held.contains("volume"))
  }

  private func pitch(_ width: Int) -> [PaintedLine] {
    guard stream.can.contains("pitch") else { return [] }
    let value = String(format: "%+.0f ct", Meter.shown(stream.pitchCents)) + StatusScreen.mark("pitch", control)
    return [bar("pitch", (stream.pitchCents + 2400) / 4800, mark: 0.5, value, width, isHeld: control.held.contains("pitch"))]
  }

  /// Returns the sources, the chosen one first. The number of those that do not fit follows.
  private func sources(_ width: Int) -> [PaintedLine] {
    let isChosen = { (source: StreamStatus.Source) -> Bool in source.name == stream.source }
    let sorted = stream.sources.filter(isChosen) + stream.sources.filter { !isChosen($0) }
    var line = PaintedLine("sources", .green)
    for (index, source) in sorted.enumerated() {
      let next = PaintedLine(
        "\(isChosen(source) ? "  >" : "  ")\(TextWidth.cut(Terminal.plain(source.name), Self.name.most)) \(source.playback.rawValue)",
        isChosen(source) ? .cyan : source.playback == .playing ? .green : .dim)
      let rest = sorted.count - index
      let hint = PaintedLine("  and \(rest) more", .dim)
      // The hint needs room unless this is the last one.
      guard line.columns + next.columns + (rest > 1 ? hint.columns : 0) <= width else { return [line + hint] }
      line = line + next
    }
    return [line]
  }

  private var pipe: [PaintedLine] {
    guard let fill = stream.fillMs else { return [] }
    let drift = stream.driftPPM.map { String(format: "  clock %+.0f ppm", Meter.shown($0)) } ?? ""
    let starved = stream.starvations.map { "  starved \($0)" } ?? ""
    return [PaintedLine(String(format: "pipe     %.0f ms ahead", Meter.shown(fill)) + drift + starved, .green)]
  }

  private func refusal(_ width: Int) -> [PaintedLine] {
    [StreamTable.refusal(stream), StreamTable.unheeding(stream)].compactMap { $0 }
      .flatMap { StatusScreen.folded($0, width, lines: 2) }.map { PaintedLine($0, .yellow) }
  }

  private func bar(_ name: String, _ share: Double, mark: Double? = nil, _ value: String, _ width: Int, isHeld: Bool) -> PaintedLine {
    let cells = max(4, width - Self.margins.name - Self.margins.value)
    let bar = Meter.bar(share, of: cells, mark: mark)
    return PaintedLine(TextWidth.fitted(name, Self.margins.name) + bar + " " + value, isHeld ? .cyan : .green)
  }
}
