import GestureFlowAPI
import Notes

/// What of the instrument may be played. `TierLimits` says which tier has which.
package struct InstrumentLimits: Sendable, Equatable {
  /// The first of each is what is played instead of one that is not among them.
  package var scales = Scale.allCases
  package var keys = Key.allCases
  package var waveforms = InstrumentWaveform.allCases
  /// Effects that may be more than 0.
  package var effects = InstrumentEffect.allCases
  /// Hands that play at a time, and touches.
  package var sources = PlayedNotes.most

  /// Everything.
  package init() {}

  /// Names of what is out of reach: scales, keys, waveforms and effects.
  package var locked: [String] {
    let scales = Scale.allCases.filter { !self.scales.contains($0) }.map(\.rawValue)
    let keys = Key.allCases.filter { !self.keys.contains($0) }.map(\.name)
    let waveforms = InstrumentWaveform.allCases.filter { !self.waveforms.contains($0) }.map(\.rawValue)
    let effects = InstrumentEffect.allCases.filter { !self.effects.contains($0) }.map(\.rawValue)
    return scales + keys + waveforms + effects
  }

  /// - Returns: what is wrong with a wish, and what there is instead; nil if it is within reach, or none of the instrument's.
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
