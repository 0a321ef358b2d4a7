import Foundation
import GestureFlowAPI

/// The external source on the live screen. It shows the music, bars for position, volume and pitch, and the sources.
/// Controls held by hands are cyan, as in the other modes; rejected requests and missing sources are amber.
struct StreamView {
  /// Number of characters before and after a bar.
  private static let margins = (name: 9, value: 24)

  let stream: StreamStatus
  let control: ControlStatus
  let colour: Bool

  func lines(width: Int) -> [String] {
    let lines: [[PaintedLine]] = [[head, piece], place(width), [volume(width)], pitch(width), [sources], pipe, refusal]
    return lines.joined().map { $0.text(width: width, colour: colour) }
  }

  private var head: PaintedLine {
    guard let source = stream.source else {
      return PaintedLine(stream.sources.isEmpty ? "no player and no pipe is there" : "no source is chosen", .yellow)
    }
    let isHeard = stream.playback == .playing && !control.paused && !control.autoPaused
    return PaintedLine(Terminal.plain(source), .brightGreen) + PaintedLine(stream.kind.map { "  \($0.rawValue)  " } ?? "  ", .green)
      + PaintedLine(StreamTable.deed(stream, control), isHeard ? .brightGreen : .yellow)
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
    return [bar("pitch", (stream.pitchCents + 2400) / 4800, value, width, isHeld: control.held.contains("pitch"))]
  }

  private var sources: PaintedLine {
    stream.sources.reduce(PaintedLine("sources ", .green)) { line, source in
      let isChosen = source.name == stream.source
      return line
        + PaintedLine(
          "\(isChosen ? " >" : "  ")\(Terminal.plain(source.name)) \(source.playback.rawValue)",
          isChosen ? .cyan : source.playback == .playing ? .green : .dim)
    }
  }

  private var pipe: [PaintedLine] {
    guard let fill = stream.fillMs else { return [] }
    let drift = stream.driftPPM.map { String(format: "  clock %+.0f ppm", Meter.shown($0)) } ?? ""
    let starved = stream.starvations.map { "  starved \($0)" } ?? ""
    return [PaintedLine(String(format: "pipe     %.0f ms ahead", Meter.shown(fill)) + drift + starved, .green)]
  }

  private var refusal: [PaintedLine] {
    [StreamTable.refusal(stream), StreamTable.unheeding(stream)].compactMap { $0.map { PaintedLine($0, .yellow) } }
  }

  private func bar(_ name: String, _ share: Double, _ value: String, _ width: Int, isHeld: Bool) -> PaintedLine {
    let cells = max(4, width - Self.margins.name - Self.margins.value)
    return PaintedLine(Meter.padded(name, Self.margins.name) + Meter.bar(share, of: cells) + " " + value, isHeld ? .cyan : .green)
  }
}
