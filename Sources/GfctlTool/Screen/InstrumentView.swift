import Foundation
import GestureFlowAPI

/// The instrument on the live screen. It has one line for the settings, one for the effects, and one with meters per
/// source. Playing notes are cyan, as in mode stems.
struct InstrumentView {
  /// Number of characters of a source's line outside the bars. They are its name and note, and the words and figures
  /// of two meters.
  private static let words = 60
  /// Four hands and four touches.
  private static let mostSources = 8
  /// Longest name of a sound on the screen, in columns.
  private static let longestSound = 30

  let instrument: InstrumentStatus
  let output: Output
  /// Volume of the whole box, 0...1.
  let volume: Double
  /// Whether a person has switched the notes off.
  let isPaused: Bool
  let colour: Bool

  func lines(width: Int) -> [String] {
    let sources = instrument.sources.prefix(Self.mostSources).enumerated().map { source($0.element, number: $0.offset + 1, width) }
    let players = sources.isEmpty ? [PaintedLine("no notes: open a hand, its height is the note", .dim)] : sources
    let settings = [head, effects].flatMap { PaintedLine.flow($0, width: width, most: 2) }
    return (settings + players).map { $0.text(width: width, colour: colour) }
  }

  private var head: [PaintedLine] {
    let i = instrument
    let notes = i.zones.isEmpty ? "" : "\(Terminal.plain(i.zones[0].name)) to \(Terminal.plain(i.zones[i.zones.count - 1].name))"
    // Put the pause first: a narrow terminal leaves out the rest.
    let first = [
      PaintedLine("\(Terminal.plain(i.key)) \(Terminal.plain(i.scale))", .green), PaintedLine(notes, .green),
      PaintedLine(isPaused ? "notes are off until play" : "", .yellow),
      PaintedLine(TextWidth.cut(Terminal.plain(i.sound), Self.longestSound), .brightGreen),
    ]
    let rest = [i.waveform.rawValue, i.articulation.rawValue, i.bend ? "bend" : "", "output \(output.rawValue)", "voices \(i.voices)"]
    return first + rest.map { PaintedLine($0, .green) }
  }

  private var effects: [PaintedLine] {
    let amounts = InstrumentEffect.allCases.map { effect in
      let isLocked = instrument.locked.contains(effect.rawValue)
      let text = isLocked ? "locked" : "\(StatusScreen.format(Meter.shown(instrument.effects[effect]) * 100, 0)) %"
      return PaintedLine("\(effect.rawValue) \(text)", isLocked ? .dim : .green)
    }
    return amounts + [PaintedLine("volume \(StatusScreen.format(Meter.shown(volume) * 100, 0)) %", .green)]
  }

  private func source(_ s: InstrumentSource, number: Int, _ width: Int) -> PaintedLine {
    let cells = max(4, (width - Self.words) / 2)
    let name = PaintedLine("\(number) \(TextWidth.fitted(Terminal.plain(s.id), 9)) ", .green)
    let note = PaintedLine(TextWidth.fitted(s.note == nil ? "-" : s.name.map(Terminal.plain) ?? "", 5), .cyan)
    let velocity = "velocity \(Meter.bar(Double(s.velocity) / 127, of: cells)) " + String(format: "%3.0f", Meter.shown(Double(s.velocity)))
    let modulation = "  modulation \(Meter.bar(s.modulation, of: cells)) " + String(format: "%3.0f %%", Meter.shown(s.modulation * 100))
    let bend = Meter.shown(s.bendCents).rounded() == 0 ? "" : String(format: " %+.0f ct", Meter.shown(s.bendCents))
    return name + note + PaintedLine(velocity + modulation + bend, s.note == nil ? .dim : .green)
  }
}
