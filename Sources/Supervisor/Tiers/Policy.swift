import GestureFlowAPI
import Notes

/// What is played: the mode, the tier, and what follows of it. `TierLimits` says what each tier may.
public struct Policy: Sendable, Equatable {
  /// What the hands play.
  public private(set) var mode = Mode.player
  /// The tier that a person has chosen; it holds while there is a licence, and again when there is one again.
  public private(set) var wish: Tier
  /// A licence for `pro` is there, or none is needed.
  public private(set) var hasLicence: Bool
  /// The mode that waits for a licence: it was left, or asked for, or played when the licence ended. Whoever goes to another mode gives it up.
  package private(set) var wanted: Mode?
  /// Limits of before, which hold for what sounded when the licence ended.
  private var held: TierLimits?

  /// The choice of a box that was never on.
  public static let firstTier = TierLimits.first.tier

  /// Which features are unlocked.
  public var tier: Tier { limits.tier }
  /// What may be asked for.
  package var limits: TierLimits { hasLicence ? TierLimits(wish) : .withoutLicence }
  /// What holds for the sound: as `limits`, and until what sounds has ended no less than when it began.
  package var heard: TierLimits { held ?? limits }
  /// What sounds still has more than the tier allows.
  package var isHeld: Bool { held != nil }

  /// Stems that may be played at a time; those of the channels above are locked.
  public var mostStems: Int { limits.mostStems }
  /// What of the instrument may be played.
  package var instrument: InstrumentLimits { limits.instrument }

  /// What is not allowed becomes what is. - Parameter hasLicence: a licence for `pro` is there, or none is needed.
  public init(mode: Mode = .player, tier: Tier = Self.firstTier, hasLicence: Bool = true) {
    self.hasLicence = hasLicence
    wish = tier
    self.mode = mode
    waitForLicence()
  }

  /// - Throws: `Problem` that says why not.
  public mutating func change(mode new: Mode) throws(Problem) {
    if new != mode, let problem = refusal(of: new) { throw problem }
    if new != mode { held = nil }
    (mode, wanted) = (new, nil)
  }

  /// Why a mode may not be played; nil if it may.
  package func refusal(of mode: Mode) -> Problem? {
    guard !limits.modes.contains(mode) else { return nil }
    return .tierLimit(
      "mode '\(mode.rawValue)' needs tier pro: tier \(tier.rawValue) has \(limits.modes.map(\.rawValue).joined(separator: ", "))")
  }

  /// To the mode after the present one, of those that the tier has, in the order of `Mode`.
  public mutating func nextMode() {
    let there = Mode.allCases.filter { limits.modes.contains($0) || $0 == mode }
    let at = there.firstIndex(of: mode) ?? -1
    mode = there[(at + 1) % there.count]
    (held, wanted) = (nil, nil)
  }

  /// - Throws: `Problem` without a licence.
  public mutating func change(tier new: Tier) throws(Problem) {
    guard hasLicence || !TierLimits(new).needsLicence else {
      throw .tierLimit(
        "tier \(new.rawValue) needs a licence: put a stick with one in, or gfctl license install FILE (gfctl license show says what was found); the box goes on as \(tier.rawValue)"
      )
    }
    // Without a licence nothing was chosen: one that is installed later unlocks what it is for.
    if hasLicence { (wish, wanted) = (new, nil) }
    held = nil
    fitMode()
  }

  /// A licence is there from now on, or no more. What sounds then keeps its limits until `release`. - Returns: whether the tier is another one.
  package mutating func set(hasLicence: Bool) -> Bool {
    let before = limits
    self.hasLicence = hasLicence
    guard limits != before else { return false }
    held = hasLicence ? nil : before
    if let wanted, limits.modes.contains(wanted) { (mode, self.wanted) = (wanted, nil) }
    return true
  }

  /// What sounded when the licence ended has ended.
  package mutating func release() {
    held = nil
    waitForLicence()
  }

  /// - Parameter channel: of a stem, from 1. - Throws: `Problem` when the tier does not reach to it.
  public func check(stem channel: Int) throws(Problem) {
    guard channel <= mostStems else {
      throw .tierLimit("channel \(channel) needs tier pro: tier \(tier.rawValue) plays the channels 1 to \(mostStems)")
    }
  }

  /// - Parameter command: of the instrument. - Throws: `Problem` when the tier does not reach what it asks for.
  package func check(_ command: Command) throws(Problem) {
    guard let complaint = instrument.complaint(command) else { return }
    throw .tierLimit("tier pro is needed: in tier \(tier.rawValue) \(complaint)")
  }

  /// From `free` to `pro` and back. - Throws: `Problem` without a licence.
  public mutating func toggleTier() throws(Problem) { try change(tier: limits.next) }

  /// What the tier does not have is played again when there is a licence; who has chosen a tier without it has chosen.
  private mutating func waitForLicence() {
    let before = mode
    fitMode()
    if mode != before, !hasLicence { wanted = before }
  }

  private mutating func fitMode() { if !limits.modes.contains(mode) { mode = limits.modes[0] } }
}
