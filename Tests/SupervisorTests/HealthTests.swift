import GestureFlowAPI
import Supervisor
import Testing

@Suite struct HealthTests {
  private func part(_ name: String, _ state: PartStatus.State) -> PartStatus {
    PartStatus(name: name, state: state, reason: state == .failed ? "broken" : nil, remedy: state == .failed ? "mend it" : nil)
  }
  private func judge(_ parts: [PartStatus], ready: Bool = true, stopping: Bool = false) -> Status.State {
    HealthJudge.judge(parts, isReady: ready, isStopping: stopping).state
  }

  @Test func healthFollowsTheParts() {
    let all = ["sound", "camera", "tracker", "panel", "library", "socket"]
    #expect(judge(all.map { part($0, .running) }) == .healthy)
    for name in all where name != "sound" {
      #expect(judge(all.map { part($0, $0 == name ? .failed : .running) }) == .degraded)
      #expect(judge(all.map { part($0, $0 == name ? .degraded : .running) }) == .degraded)
      #expect(judge(all.map { part($0, $0 == name ? .off : .running) }) == .healthy)
    }
    #expect(judge(all.map { part($0, $0 == "sound" ? .failed : .running) }) == .failed)
    #expect(judge(all.map { part($0, .starting) }, ready: false) == .starting)
    #expect(judge(all.map { part($0, .failed) }, stopping: true) == .stopping)
    let other = PartStatus(name: "settings", state: .degraded, reason: "x", remedy: "y")
    #expect(HealthJudge.judge(all.map { part($0, .running) }, isReady: true, isStopping: false, other: [other]).state == .degraded)
  }

  @Test func readyNeedsSoundAndTheFirstOfCameraAndLibrary() {
    #expect(!HealthJudge.isReady([part("sound", .running), part("camera", .failed), part("library", .starting)]))
    #expect(HealthJudge.isReady([part("sound", .running), part("camera", .failed), part("library", .running)]))
    #expect(HealthJudge.isReady([part("sound", .degraded), part("camera", .running), part("library", .off)]))
    #expect(!HealthJudge.isReady([part("sound", .failed), part("camera", .running)]))
  }

  @Test func pausesBetweenTriesGrow() {
    let backOff = BackOff(first: 0.5, longest: 30)
    #expect((1...9).map { backOff.pause(after: $0) } == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
    #expect(backOff.pause(after: 10_000) == 30)
  }

  @Test func modesAndTiersAreRefusedWithTheReason() throws {
    var policy = Policy(hasLicence: false)
    #expect(policy.mode == .player && policy.tier == .free)
    #expect(throws: Problem.self) { try policy.toggleTier() }
    #expect(throws: Problem.self) { try policy.nextMode() }
    let notBuilt = #expect(throws: Problem.self) { try policy.change(mode: .stems) }
    #expect(notBuilt?.status == 501 && notBuilt?.detail.contains("not built yet") == true)
    #expect(#expect(throws: Problem.self) { _ = try Command(.mode, text: "disco") }?.field == "text")
    var licensed = Policy(hasLicence: true)
    try licensed.toggleTier()
    #expect(licensed.tier == .pro)
    #expect(Policy(mode: .stems, tier: .pro, hasLicence: false) == Policy(hasLicence: false))
  }
}
