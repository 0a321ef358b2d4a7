import GestureFlowAPI
import Supervisor
import Testing

/// What modes and tiers allow.
@Suite struct PolicyTests {
  @Test func withoutALicenceThereIsNoPro() throws {
    var policy = Policy(hasLicence: false)
    #expect(policy.mode == .player && policy.tier == .free)
    let toggled = #expect(throws: Problem.self) { try policy.toggleTier() }
    let changed = #expect(throws: Problem.self) { try policy.change(tier: .pro) }
    for problem in [toggled, changed] { #expect(problem?.status == 409 && problem?.detail.contains("licence") == true) }
    #expect(policy.tier == .free)
    // What is so already is no refusal.
    try policy.change(tier: .free)
  }

  @Test func aSavedTierCountsOnlyWithItsLicence() {
    #expect(Policy(tier: .pro, hasLicence: false).tier == .free)
    #expect(Policy(tier: .pro, hasLicence: true).tier == .pro)
    #expect(!Policy.hasPublicKey && Policy().tier == .pro, "until licences exist a build without a public key is pro")
    #expect(Policy(tier: .free).tier == .free, "and free for whoever wants it")
  }

  /// An engineer's run has the tier that is tried; the box itself has the one that was left.
  @Test func anApplianceHasNoWorkbench() {
    var (settings, saved) = (RunSettings(), SavedState())
    (saved.mode, saved.tier) = (.stems, .pro)
    #expect(Policy(settings, saved) == Policy(mode: .stems, tier: .pro))
    settings.workbenchTier = .free
    settings.mode = .player
    #expect(Policy(settings, saved).mostStems == 2 && Policy(settings, saved).mode == .player)
    settings.isAppliance = true
    #expect(Policy(settings, saved) == Policy(mode: .player, tier: .pro))
  }

  @Test func withALicenceTheTierGoesBothWays() throws {
    var policy = Policy(tier: .free, hasLicence: true)
    try policy.toggleTier()
    #expect(policy.tier == .pro)
    try policy.toggleTier()
    #expect(policy.tier == .free)
    try policy.change(tier: .pro)
    #expect(policy.tier == .pro && policy.mode == .player)
  }

  @Test func theTierSaysHowManyStemsAreHeard() throws {
    let (free, pro) = (Policy(tier: .free, hasLicence: true), Policy(tier: .pro, hasLicence: true))
    #expect(free.mostStems == 2 && pro.mostStems == 4)
    for channel in 1...4 { try pro.check(stem: channel) }
    for channel in 1...2 { try free.check(stem: channel) }
    for channel in 3...4 {
      let problem = #expect(throws: Problem.self) { try free.check(stem: channel) }
      #expect(problem?.status == 409 && problem?.detail == "channel \(channel) needs tier pro: tier free plays the channels 1 to 2")
    }
  }

  @Test(arguments: Mode.allCases) func aModeIsTakenIfItIsBuilt(mode: Mode) throws {
    var policy = Policy(hasLicence: false)
    // A mode that a newer version has saved becomes one that this version has.
    #expect(Policy(mode: mode).mode == (Policy.builtModes.contains(mode) ? mode : .player))
    if Policy.builtModes.contains(mode) {
      try policy.change(mode: mode)
      #expect(policy.mode == mode)
    } else {
      let problem = #expect(throws: Problem.self) { try policy.change(mode: mode) }
      #expect(problem?.status == 501 && problem?.detail.contains("not built yet; this version has player") == true)
      #expect(policy.mode == .player)
    }
  }

  @Test func theModeButtonGoesThroughAllModesThereAre() {
    var policy = Policy(hasLicence: false)
    var seen: [Mode] = []
    for _ in Policy.builtModes {
      policy.nextMode()
      seen.append(policy.mode)
    }
    #expect(seen == [.stems, .instrument, .player])
  }

  @Test func aModeThatThereIsNotIsAWrongField() {
    #expect(#expect(throws: Problem.self) { _ = try Command(.mode, text: "disco") }?.field == "text")
  }
}
