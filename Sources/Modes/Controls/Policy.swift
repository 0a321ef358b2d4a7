import GestureFlowAPI
import Licensing
import Notes

/// The mode and the tier that are played, and their limits. `TierLimits` has the limits of each tier.
/// Requests for another mode are in Modes/Switch. Another tier or licence may leave a mode here.
package struct Policy: Sendable, Equatable {
  /// Mode that the hands play.
  package private(set) var mode = Mode.player
  /// Tier that a person chose. It applies while a licence is present, and again when one returns.
  package private(set) var chosenTier: Tier
  /// Whether a licence for `pro` is present, or not needed.
  package private(set) var hasLicence: Bool
  /// Mode that waits for a licence. The box left it, a person requested it, or it was played when the licence ended.
  /// A change to another mode gives it up.
  package private(set) var wanted: Mode?
  /// Earlier limits, for the sound that played when the licence ended.
  private var held: TierLimits?

  /// Tier that is unlocked.
  package var tier: Tier { limits.tier }
  /// Limits for new requests.
  package var limits: TierLimits { hasLicence ? TierLimits(chosenTier) : .withoutLicence }
  /// Limits for the sound. They equal `limits`; sound that played at the end of a licence keeps the limits of its
  /// start.
  package var heard: TierLimits { held ?? limits }
  /// Whether the current sound still has more than the tier allows.
  package var isHeld: Bool { held != nil }

  /// Largest number of stems at a time; higher channels are locked.
  package var mostStems: Int { limits.mostStems }
  /// Limits of the instrument.
  package var instrument: InstrumentLimits { limits.instrument }

  /// Makes a policy, and replaces values that are not allowed.
  /// - Parameter hasLicence: whether a licence for `pro` is present, or not needed.
  package init(mode: Mode = .player, tier: Tier = TierLimits.first.tier, hasLicence: Bool = true) {
    self.hasLicence = hasLicence
    chosenTier = tier
    self.mode = mode
    waitForLicence()
  }

  /// Takes a mode that may be played. Nothing waits for a licence then.
  /// - Parameter keepsLimits: whether the current sound keeps its earlier limits.
  mutating func take(mode new: Mode, keepsLimits: Bool = false) {
    if !keepsLimits { held = nil }
    (mode, wanted) = (new, nil)
  }

  /// Changes the tier.
  /// - Throws: `Problem` without a licence.
  package mutating func change(tier new: Tier) throws(Problem) {
    guard hasLicence || !TierLimits(new).needsLicence else {
      throw .tierLimit(
        "tier \(new.rawValue) needs a licence, so the box stays in tier \(tier.rawValue): insert a stick with one, or run gfctl license install FILE (gfctl license show lists what was found)"
      )
    }
    // Without a licence this is not a choice: a licence installed later unlocks its tier.
    if hasLicence { (chosenTier, wanted) = (new, nil) }
    held = nil
    fitMode()
  }

  /// Applies the presence of a licence. Sound of that moment keeps its limits until `release`.
  /// - Returns: whether the tier changed.
  package mutating func set(hasLicence: Bool) -> Bool {
    let before = limits
    self.hasLicence = hasLicence
    guard limits != before else { return false }
    held = hasLicence ? nil : before
    if let wanted, limits.modes.contains(wanted) { (mode, self.wanted) = (wanted, nil) }
    return true
  }

  /// Ends the limits of the sound that played when the licence ended.
  package mutating func release() {
    held = nil
    waitForLicence()
  }

  /// Changes from `free` to `pro`, or back.
  /// - Parameter hasKeys: whether a maker's tiers apply to this build. Without keys a press takes nothing away.
  /// - Throws: `Problem` without a licence, and without keys in tier `pro`.
  package mutating func toggleTier(hasKeys: Bool = true) throws(Problem) {
    if !hasKeys, limits.needsLicence {
      throw .tierLimit("this box needs no licence, and the button TIER takes nothing away: run gfctl tier free to try that tier")
    }
    try change(tier: limits.next)
  }

  /// Leaves a mode that the tier does not have. The mode returns with a licence. A person who chose a tier without
  /// the mode does not return to it.
  private mutating func waitForLicence() {
    let before = mode
    fitMode()
    if mode != before, !hasLicence { wanted = before }
  }

  private mutating func fitMode() { if !limits.modes.contains(mode) { mode = limits.modes[0] } }
}
