import GestureFlowAPI

extension Policy {
  /// What holds when a run begins: what was asked of it, over what was left. - Parameter hasLicence: a licence for `pro` is there, or none is needed.
  package init(_ settings: RunSettings, _ saved: SavedState, hasLicence: Bool = true) {
    let mode = settings.mode ?? saved.mode
    if let tier = settings.workbenchTier, !settings.isAppliance {
      self.init(mode: mode, tier: tier, hasLicence: true)
    } else {
      self.init(mode: mode, tier: saved.tier, hasLicence: hasLicence)
    }
  }
}
