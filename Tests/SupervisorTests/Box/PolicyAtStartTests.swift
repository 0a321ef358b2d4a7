import GestureFlowAPI
import Modes
import Settings
import Supervisor
import Testing

/// Tests of the mode and the tier at the start.
@Suite struct PolicyAtStartTests {
  /// An engineer's run uses the requested tier. The appliance uses the saved one.
  @Test func `an appliance has no workbench`() {
    var (settings, saved) = (RunSettings(), SavedState())
    (saved.mode, saved.tier) = (.stems, .pro)
    #expect(Policy(settings, saved) == Policy(mode: .stems, tier: .pro))
    settings.workbenchTier = .free
    settings.mode = .player
    #expect(Policy(settings, saved).mostStems == 2 && Policy(settings, saved).mode == .player)
    settings.isAppliance = true
    #expect(Policy(settings, saved) == Policy(mode: .player, tier: .pro))
  }
}
