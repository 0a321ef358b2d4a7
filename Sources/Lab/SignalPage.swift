import Foundation
import GestureFlowAPI
import Modes
import Panel
import Supervisor

/// Makes two pages for the owner out of two tables. They are `Signal` and `Sentences`.
package enum SignalPage {
  private static let head = """
    # Tones and lights of events

    `gflab signals` makes this page. Arrows are steps up, down, or none.
    [Lights, tones and buttons](lights-tones-buttons.md) has the lasting lights, [Problems](problems.md) what
    begins a problem.

    """

  private static let problemHead = """
    # Problems: tones, lights and words

    `gflab signals --problems` makes this page. Arrows are steps up, down, or none. The box
    [speaks](lights-tones-buttons.md#hear-the-box-speak) the sentences.

    """

  /// Groups of events that begin or end a problem.
  private static let problemGroups: [Signal.Group] = [.device, .stick, .frame]

  /// Heads of the groups, and a sentence about each.
  private static func about(_ group: Signal.Group) -> (title: String, text: String) {
    switch group {
    case .start: ("Start", "Once. `sound.boot-tones` turns the tone off.")
    case .refusal: ("Refusal", "Once a second, not over notes.")
    case .mode: ("Modes", "All begin alike. PLAY, pressed twice, speaks the sentence.")
    case .tier: ("Tiers", "By licence or TIER.")
    case .setting: ("Settings", "Auto-pause, hands, swapped hands: on or off. Output, scale: another one. Not over notes.")
    case .scene: ("Scenes", "After PREV and NEXT together.")
    case .hands: ("Hands", "`sound.tick` turns these tones off.")
    case .music: ("Music", "Lights alone.")
    case .device: ("Camera and sound card", "No tone without a card.")
    case .stick: ("Sticks", "`gfctl status` has the remedy.")
    case .frame: ("Camera view", "After 5 s without a hand; a problem until good for 5 s.")
    case .place: ("Place of a hand", "After 3 s, if the hand holds nothing; tones while music rests.")
    case .test: ("Tests", "[By PLAY and MODE](lights-tones-buttons.md#test-all-parts-without-a-screen).")
    }
  }

  /// The page docs/owner/signals.md.
  package static var markdown: String { head + tables(Signal.Group.allCases.filter { !problemGroups.contains($0) }) }

  /// The page docs/owner/problems.md.
  package static var problems: String {
    let told = Set(Signal.allCases.compactMap { Sentences.name(of: $0) })
    let names = ProblemName.allCases.filter { !$0.hasCauses }.map(\.rawValue).filter { !told.contains($0) }
    var page = problemHead + tables(problemGroups) + "\n## Other problems\n\n`gfctl status` names all but the last so.\n\n"
    page += table(["problem", "sentence"], (names + [Sentences.stems, Sentences.other]).map { [$0, sentence($0)] })
    return page
  }

  private static func tables(_ groups: [Signal.Group]) -> String {
    groups.map { group -> String in
      let (title, text) = about(group)
      let signals = Signal.allCases.filter { $0.row.group == group }
      let all: [(head: String, cells: [String])] = [
        ("event", signals.map(\.row.event)), ("tone", signals.map { words($0.row.tone) }),
        ("LED", signals.map { signal in signal.row.light.map { words($0) } ?? "" }),
        ("sentence", signals.map { signal in Sentences.name(of: signal).map { sentence($0) } ?? "" }),
      ]
      let columns = all.filter { column in column.cells.contains { !$0.isEmpty } }
      let rows = signals.indices.map { index in columns.map { $0.cells[index] } }
      return "\n## \(title)\n\n\(text)\n\n" + table(columns.map { $0.head }, rows)
    }.joined()
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n" }
    return line(head) + "|" + head.map { _ in "---|" }.joined() + "\n" + rows.map { line($0) }.joined()
  }

  private static func sentence(_ name: String) -> String { Sentences.text(name, .en) ?? "" }

  /// Returns a tone in words, such as `E5 ↗ B5, slow`.
  static func words(_ tone: [ToneNote]) -> String {
    guard let first = tone.first else { return "" }
    var text = name(first.frequency)
    for (before, note) in zip(tone, tone.dropFirst()) {
      let step = note.frequency / before.frequency
      text += (step > 1.01 ? " ↗ " : step < 0.99 ? " ↘ " : " → ") + name(note.frequency)
    }
    guard tone.count > 1 else { return text + ", a tick" }
    return text + (tone[1].delay < 0.1 ? ", quick" : tone[1].delay >= 0.2 ? ", slow" : "")
  }

  private static func name(_ frequency: Double) -> String {
    let number = Int((69 + 12 * log2(frequency / 440)).rounded())
    let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
    return "\(names[number % 12])\(number / 12 - 1)"
  }

  static func words(_ light: Signal.Light) -> String {
    let pattern =
      switch light.pattern {
      case .off: "off"
      case .on: "lit"
      case .slowBlink: "slow blink"
      case .fastBlink: "fast blink"
      case .dimBlink: "short blink every 2 s"
      case .blink: "blink"
      case .doubleFlash: "double flash"
      case .flash: "short flash"
      case .refused: "three quick flashes"
      case .gaveUp: "one long, two short"
      case .cannotSee: "two long flashes"
      case .misplaced: "one long, one short"
      case .updateWaits: "lit, dark twice"
      case .count(let number): number == 1 ? "one flash" : "\(number) flashes"
      case .digits: "each digit's flashes, a long one for 0"
      case .dip, .engaged: "dark once"
      case .released: "dark twice"
      case .progress: "a blink that fills"
      }
    return "\(light.led.rawValue): \(pattern)"
  }
}
