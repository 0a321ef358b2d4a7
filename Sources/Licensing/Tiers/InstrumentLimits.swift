import GestureFlowAPI
import Notes

/// Parts of the instrument that may be played. `TierLimits` says which tier has which.
package struct InstrumentLimits: Sendable, Equatable {
  /// The first scale replaces one that is not in the list. The same holds for `keys` and `waveforms`.
  package var scales = Scale.allCases
  package var keys = Key.allCases
  package var waveforms = InstrumentWaveform.allCases
  /// Effects whose amount may be above 0.
  package var effects = InstrumentEffect.allCases
  /// Maximum number of hands, and of touches, that play together.
  package var sources = PlayedNotes.most

  /// No limits.
  package init() {}

  /// Names of the locked scales, keys, waveforms and effects.
  package var locked: [String] {
    let scales = Scale.allCases.filter { !self.scales.contains($0) }.map(\.rawValue)
    let keys = Key.allCases.filter { !self.keys.contains($0) }.map(\.name)
    let waveforms = InstrumentWaveform.allCases.filter { !self.waveforms.contains($0) }.map(\.rawValue)
    let effects = InstrumentEffect.allCases.filter { !self.effects.contains($0) }.map(\.rawValue)
    return scales + keys + waveforms + effects
  }

  /// Returns why a command is locked, and which values are allowed.
  /// - Returns: nil if the value is allowed, or if the command is not one of the instrument's.
  package func complaint(_ command: Command) -> String? {
    switch command {
    case .scale(let name):
      scales.contains { $0.rawValue == name.text } ? nil : Self.text("scale \(name.text)", scales.map(\.rawValue))
    case .key(let name):
      Key(name: name.text).map(keys.contains) ?? false ? nil : Self.text("key \(name.text)", keys.map(\.name))
    case .waveform(let waveform):
      waveforms.contains(waveform) ? nil : Self.text("waveform \(waveform.rawValue)", waveforms.map(\.rawValue))
    case .effect(let effect, let amount):
      amount.value == 0 || effects.contains(effect) ? nil : Self.text("effect \(effect.rawValue)", effects.map(\.rawValue))
    default: nil
    }
  }

  private static func text(_ what: String, _ there: [String]) -> String { "\(what) is locked; there is \(there.joined(separator: ", "))" }
}
