import GestureFlowAPI
import Notes

/// Every limit of both tiers. Nothing else asks which tier it is: scripts/lint-tiers.sh looks for whoever does.
package struct TierLimits: Sendable, Equatable {
  /// Whose limits they are.
  package let tier: Tier
  /// Modes that may be played, in the order of the MODE button; the first is gone to from one that may not.
  package private(set) var modes = Mode.allCases
  /// Stems that are heard at a time; those of the channels above are locked.
  package private(set) var mostStems = 4
  /// What of the instrument may be played.
  package private(set) var instrument = InstrumentLimits()
  /// It is had by a licence alone.
  package private(set) var needsLicence = false
  /// The LED tier is lit.
  package private(set) var isShown = false
  /// Where the TIER button goes from here.
  package private(set) var next = Tier.pro

  /// What is played without a licence.
  package static let withoutLicence = TierLimits(.free)
  /// What a person has who never chose, if a licence is there or none is needed.
  package static let first = TierLimits(.pro)

  /// The limits of a tier.
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
