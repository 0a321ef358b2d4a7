import Foundation
import Modes
import Panel
import Supervisor

/// Makes docs/owner/signals.md out of the table of tones and lights (`Signal`).
package enum SignalPage {
  private static let head = """
    # Tones and lights of events

    `gflab signals` makes this page. Arrows are steps up, down, or none.
    [Lights, tones and buttons](lights-tones-buttons.md) has the lasting lights.

    """

  /// Heads of the groups, and a sentence about each.
  private static func about(_ group: Signal.Group) -> (title: String, text: String) {
    switch group {
    case .start: ("Start", "Once. `sound.boot-tones` turns the tone off.")
    case .refusal: ("Refusal", "Once a second, not over notes.")
    case .mode: ("Modes", "All begin alike.")
    case .tier: ("Tiers", "By licence or TIER.")
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

  /// The whole page.
  package static var markdown: String {
    var page = head
    for group in Signal.Group.allCases {
      let (title, text) = about(group)
      let rows = Signal.allCases.map(\.row).filter { $0.group == group }
      let hasTones = rows.contains { !$0.tone.isEmpty }
      page += "\n## \(title)\n\n\(text)\n\n" + (hasTones ? "| event | tone | LED |\n|---|---|---|\n" : "| event | LED |\n|---|---|\n")
      for row in rows {
        let cells = [row.event] + (hasTones ? [words(row.tone)] : []) + [row.light.map { words($0) } ?? ""]
        page += "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
      }
    }
    return page
  }

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
      case .dip, .engaged: "dark once"
      case .released: "dark twice"
      case .progress: "a blink that fills"
      }
    return "\(light.led.rawValue): \(pattern)"
  }
}
