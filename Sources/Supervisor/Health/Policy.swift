import GestureFlowAPI
import Notes

/// What modes and tiers allow. The one place that decides; nothing else compares tiers.
public struct Policy: Sendable, Equatable {
  /// Modes that exist by now, in the order of the MODE button.
  public static let builtModes = [Mode.player, .stems, .instrument]

  /// What the hands play.
  public private(set) var mode = Mode.player
  /// Which features are unlocked.
  public private(set) var tier: Tier
  /// A licence for `pro` is there, or none is needed.
  public let hasLicence: Bool

  /// Licences can be checked, because the build has the key to do it with. Without one every box is `pro`.
  public static let hasPublicKey = false
  /// The tier of a box that was never on.
  public static let firstTier = hasPublicKey ? Tier.free : .pro

  /// Stems that are heard at a time; those of the channels above are locked.
  public var mostStems: Int {
    switch tier {
    case .free: 2
    case .pro: 4
    }
  }

  /// What of the instrument may be played.
  package var instrument: InstrumentLimits {
    var limits = InstrumentLimits()
    switch tier {
    case .pro: break
    case .free:
      limits.scales = [.pentatonicMajor]
      limits.keys = [.c, .f, .bFlat]
      limits.waveforms = [.sine]
      limits.effects = [.tone, .delay]
      limits.sources = 1
    }
    return limits
  }

  /// What is not allowed or not built becomes what is. - Parameter hasLicence: a licence for `pro` is there.
  public init(mode: Mode = .player, tier: Tier = Self.firstTier, hasLicence: Bool = !Self.hasPublicKey) {
    self.hasLicence = hasLicence
    self.tier = hasLicence ? tier : .free
    if Self.builtModes.contains(mode) { self.mode = mode }
  }

  /// - Throws: `Problem` that says why not.
  public mutating func change(mode new: Mode) throws(Problem) {
    guard Self.builtModes.contains(new) else {
      let there = Self.builtModes.map(\.rawValue).joined(separator: ", ")
      throw .notBuilt("mode '\(new.rawValue)' is not built yet; this version has \(there)")
    }
    mode = new
  }

  /// To the mode after the present one, of those that exist.
  public mutating func nextMode() {
    let at = Self.builtModes.firstIndex(of: mode) ?? -1
    mode = Self.builtModes[(at + 1) % Self.builtModes.count]
  }

  /// - Throws: `Problem` without a licence.
  public mutating func change(tier new: Tier) throws(Problem) {
    guard new == .free || hasLicence else {
      throw .tierLimit("tier pro needs a licence, and this version cannot install one yet; the box goes on as free")
    }
    tier = new
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
  public mutating func toggleTier() throws(Problem) { try change(tier: tier == .free ? .pro : .free) }
}

extension Policy {
  /// What holds when a run begins: what was asked of it, over what was left.
  package init(_ settings: RunSettings, _ saved: SavedState) {
    let mode = settings.mode ?? saved.mode
    if let tier = settings.workbenchTier, !settings.isAppliance {
      self.init(mode: mode, tier: tier, hasLicence: true)
    } else {
      self.init(mode: mode, tier: saved.tier)
    }
  }
}
