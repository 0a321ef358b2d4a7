import GestureFlowAPI

/// What modes and tiers allow. The one place that decides; nothing else compares tiers.
public struct Policy: Sendable, Equatable {
  /// Modes that exist by now, in the order of the MODE button.
  public static let builtModes = [Mode.player, .stems]

  /// What the hands play.
  public private(set) var mode = Mode.player
  /// Which features are unlocked.
  public private(set) var tier: Tier
  /// A licence for `pro` is there.
  public let hasLicence: Bool

  #if DEBUG
    /// A debug build has every feature.
    public static let isDebug = true
  #else
    /// A debug build has every feature; this is none.
    public static let isDebug = false
  #endif

  /// Stems that are heard at a time; those of the channels above are locked.
  public var mostStems: Int {
    switch tier {
    case .free: 2
    case .pro: 4
    }
  }

  /// What is not allowed or not built becomes what is. - Parameter hasLicence: a licence for `pro` is there.
  public init(mode: Mode = .player, tier: Tier = .free, hasLicence: Bool = Self.isDebug) {
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
      throw .refused("tier pro needs a licence, and this version cannot install one yet; the box goes on as free")
    }
    tier = new
  }

  /// - Parameter channel: of a stem, from 1. - Throws: `Problem` when the tier does not reach to it.
  public func check(stem channel: Int) throws(Problem) {
    guard channel <= mostStems else {
      throw .refused("channel \(channel) needs tier pro: tier \(tier.rawValue) plays the channels 1 to \(mostStems)")
    }
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
