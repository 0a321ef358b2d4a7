import GestureFlowAPI
import Modes
import Settings

extension Policy {
  /// Makes the policy of the start. It has the requested values, else the saved ones.
  /// - Parameter hasLicence: whether a licence for `pro` is present, or none is needed.
  package init(_ settings: RunSettings, _ saved: SavedState, hasLicence: Bool = true) {
    let mode = settings.mode ?? saved.mode
    if let tier = settings.workbenchTier, !settings.isAppliance {
      self.init(mode: mode, tier: tier, hasLicence: true)
    } else {
      self.init(mode: mode, tier: saved.tier, hasLicence: hasLicence)
    }
  }
}
