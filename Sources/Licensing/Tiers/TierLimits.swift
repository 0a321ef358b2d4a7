import GestureFlowAPI
import Notes

/// The limits of a tier, for all tiers. No other code checks the tier; scripts/lint-tiers.sh enforces this.
package struct TierLimits: Sendable, Equatable {
  /// The tier of these limits.
  package let tier: Tier
  /// Playable modes, in the order of the MODE button. The box goes to the first one from a mode that is not playable.
  package private(set) var modes = Mode.allCases
  /// Largest number of stems at a time; higher channels are locked.
  package private(set) var mostStems = 4
  /// Limits of the instrument.
  package private(set) var instrument = InstrumentLimits()
  /// Whether the tier needs a licence.
  package private(set) var needsLicence = false
  /// Whether the LED of the tier is lit.
  package private(set) var isShown = false
  /// Tier after a press of the TIER button.
  package private(set) var next = Tier.pro

  /// Limits without a licence.
  package static let withoutLicence = TierLimits(.free)
  /// Limits before any choice, if a licence is present or not needed.
  package static let first = TierLimits(.pro)

  /// Makes the limits of a tier.
  package init(_ tier: Tier) {
    self.tier = tier
    switch tier {
    case .pro:
      (needsLicence, isShown, next) = (true, true, .free)
    case .free:
      modes = [.player, .stems, .instrument]
      mostStems = 2
      instrument.scales = [.pentatonicMajor]
      instrument.keys = [.c, .f, .bFlat]
      instrument.waveforms = [.sine]
      instrument.effects = [.tone, .delay]
      instrument.sources = 1
    }
  }
}
