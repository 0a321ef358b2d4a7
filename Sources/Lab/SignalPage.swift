import Foundation
import Modes
import Panel
import Supervisor

/// Makes docs/owner/signals.md out of the table of tones and lights (`Signal`).
package enum SignalPage {
  private static let head = """
    # Tones and lights of events

    `gflab signals` makes this page from `Signal.swift`. An arrow is a step up, down, or none.
    [Lights, tones and buttons](lights-tones-buttons.md) has the lasting lights.

    """

  /// Heads of the groups, and a sentence about each.
  private static func about(_ group: Signal.Group) -> (title: String, text: String) {
    switch group {
    case .start: ("Start", "Once. `sound.boot-tones` turns the tone off.")
    case .refusal: ("Refusal", "At most once a second; no tone over notes of the instrument.")
    case .mode: ("Modes", "Calls begin with the same note.")
    case .tier: ("Tiers", "By a licence or the button TIER.")
    case .scene: ("Scenes", "After PREV and NEXT together.")
    case .hands: ("Hands", "`sound.tick` turns these tones off.")
    case .music: ("Music", "Lights alone.")
    case .device: ("Camera and sound card", "Without a card there is no tone.")
    case .stick: ("Sticks", "`gfctl status` has the remedy while the stick is in.")
    case .frame:
      (
        "View of the camera",
        "After 5 s, if no hand is followed; a problem in `gfctl status` until it is good for 5 s."
      )
    case .place: ("Place of a hand", "After 3 s, if the hand holds nothing. Tones sound while music rests. `gfctl aim` says more.")
    case .test: ("Tests of all parts", "By PLAY and MODE at [power-on](lights-tones-buttons.md#test-all-parts-without-a-screen).")
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
      case .count(let number): number == 1 ? "one flash" : "\(number) flashes"
      case .dip, .engaged: "dark once"
      case .released: "dark twice"
      case .progress: "a blink that fills"
      }
    return "\(light.led.rawValue): \(pattern)"
  }
}
