import GestureFlowAPI
import Licensing
import Modes
import Testing

/// Tests of the functions that modes and tiers allow.
@Suite struct PolicyTests {
  @Test func `without a licence there is no pro`() throws {
    var policy = Policy(hasLicence: false)
    #expect(policy.mode == .player && policy.tier == .free)
    let toggled = #expect(throws: Problem.self) { try policy.toggleTier() }
    let changed = #expect(throws: Problem.self) { try policy.change(tier: .pro) }
    for problem in [toggled, changed] { #expect(problem?.status == 409 && problem?.detail.contains("licence") == true) }
    #expect(policy.tier == .free)
    // A change to the present tier is not rejected.
    try policy.change(tier: .free)
  }

  @Test func `a saved tier counts only with its licence`() {
    #expect(Policy(tier: .pro, hasLicence: false).tier == .free)
    #expect(Policy(tier: .pro, hasLicence: true).tier == .pro)
    #expect(Policy().tier == .pro, "a build without a public key needs no licence")
    #expect(Policy(tier: .free).tier == .free, "and free for other clients")
  }

  @Test func `with a licence the tier goes both ways`() throws {
    var policy = Policy(tier: .free, hasLicence: true)
    try policy.toggleTier()
    #expect(policy.tier == .pro)
    try policy.toggleTier()
    #expect(policy.tier == .free)
    try policy.change(tier: .pro)
    #expect(policy.tier == .pro && policy.mode == .player)
  }

  @Test func `without keys a press takes nothing away and gives back what a command took`() throws {
    var policy = Policy(mode: .stream)
    let refused = #expect(throws: Problem.self) { try policy.toggleTier(hasKeys: false) }
    #expect(refused?.type == Problem.tierLimitType && policy.tier == .pro && policy.mode == .stream)
    try policy.change(tier: .free)
    try policy.toggleTier(hasKeys: false)
    #expect(policy.tier == .pro)
  }

  @Test func `a licence that comes gives what was chosen and one that goes takes it`() throws {
    var policy = Policy(hasLicence: false)
    try policy.change(tier: .free)
    let came = policy.set(hasLicence: true)
    #expect(came && policy.tier == .pro && !policy.isHeld, "without a licence nothing was chosen")
    let same = policy.set(hasLicence: true)
    #expect(!same)
    let went = policy.set(hasLicence: false)
    #expect(
      went && policy.tier == .free && policy.isHeld && policy.heard.mostStems == 4 && policy.mostStems == 2 && policy.chosenTier == .pro)
    policy.release()
    #expect(!policy.isHeld && policy.heard.mostStems == 2)
    _ = policy.set(hasLicence: true)
    try policy.change(tier: .free)
    let dropped = policy.set(hasLicence: false)
    #expect(!dropped && !policy.isHeld, "free without a licence is free")
    let back = policy.set(hasLicence: true)
    #expect(!back && policy.tier == .free, "who chose free stays free")
  }

  /// An action of a person in between ends the hold.
  @Test func `a change of mode or tier ends what was held`() throws {
    let changes: [(inout Policy) throws -> Void] = [
      { try $0.change(mode: .stems) }, { $0.nextMode() }, { try $0.change(tier: .free) }, { _ = $0.set(hasLicence: true) },
    ]
    for change in changes {
      var policy = Policy()
      _ = policy.set(hasLicence: false)
      #expect(policy.isHeld)
      try change(&policy)
      #expect(!policy.isHeld)
    }
  }

  @Test func `mode stream needs pro`() {
    #expect(TierLimits(.free).modes == [.player, .stems, .instrument] && TierLimits(.pro).modes == Mode.allCases)
    // Neither a saved state nor the button selects this mode, whether it is built or not.
    var policy = Policy(mode: .stream, hasLicence: false)
    #expect(policy.mode == .player)
    #expect(throws: Problem.self) { try policy.change(mode: .stream) }
  }

  /// A box whose licence is on a stick starts without it. It continues in the saved mode when the stick is
  /// there.
  @Test func `a mode waits for its licence until another is chosen`() throws {
    func locked() -> Policy { Policy(mode: .stream, hasLicence: false) }
    var policy = locked()
    #expect(policy.mode == .player && policy.wanted == .stream && policy.refusal(of: .stream)?.type == Problem.tierLimitType)
    _ = policy.set(hasLicence: true)
    #expect(policy.mode == .stream && policy.wanted == nil)
    // The stick is removed while music plays. The sound continues; later the mode waits again.
    _ = policy.set(hasLicence: false)
    #expect(policy.mode == .stream)
    policy.release()
    #expect(policy.mode == .player && policy.wanted == .stream)
    let choices: [(inout Policy) throws -> Void] = [
      { try $0.change(mode: .player) }, { try $0.change(mode: .stems) }, { $0.nextMode() },
    ]
    for choose in choices {
      var policy = locked()
      try choose(&policy)
      let chosen = policy.mode
      _ = policy.set(hasLicence: true)
      #expect(policy.mode == chosen && policy.wanted == nil)
    }
    #expect(Policy(mode: .stream, tier: .free).wanted == nil, "who has chosen free waits for nothing")
  }

  @Test func `the tier says how many stems are heard`() throws {
    let (free, pro) = (Policy(tier: .free, hasLicence: true), Policy(tier: .pro, hasLicence: true))
    #expect(free.mostStems == 2 && pro.mostStems == 4)
    for channel in 1...4 { try pro.check(stem: channel) }
    for channel in 1...2 { try free.check(stem: channel) }
    for channel in 3...4 {
      let problem = #expect(throws: Problem.self) { try free.check(stem: channel) }
      #expect(problem?.status == 409 && problem?.detail == "channel \(channel) needs tier pro: tier free plays the channels 1 to 2")
    }
  }

  @Test(arguments: Mode.allCases) func `tier pro takes every mode`(mode: Mode) throws {
    var policy = Policy()
    #expect(Policy(mode: mode).mode == mode)
    try policy.change(mode: mode)
    #expect(policy.mode == mode)
  }

  @Test func `the mode button goes through all modes there are`() {
    var policy = Policy()
    var seen: [Mode] = []
    for _ in Mode.allCases {
      policy.nextMode()
      seen.append(policy.mode)
    }
    #expect(seen == [.stems, .instrument, .theremin, .stream, .player])
  }

  @Test func `the mode button of tier free goes round its modes`() {
    var policy = Policy(hasLicence: false)
    let seen = (0..<6).map { _ in
      policy.nextMode()
      return policy.mode
    }
    #expect(seen == [.stems, .instrument, .player, .stems, .instrument, .player])
  }

  @Test func `a mode that there is not is a wrong field`() {
    #expect(#expect(throws: Problem.self) { _ = try Command(.mode, text: "disco") }?.field == "text")
  }
}
