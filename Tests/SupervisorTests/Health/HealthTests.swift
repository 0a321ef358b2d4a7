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

  @Test func `health follows the parts`() {
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

  @Test func `ready needs sound and the first of camera and library`() {
    #expect(!HealthJudge.isReady([part("sound", .running), part("camera", .failed), part("library", .starting)]))
    #expect(HealthJudge.isReady([part("sound", .running), part("camera", .failed), part("library", .running)]))
    #expect(HealthJudge.isReady([part("sound", .degraded), part("camera", .running), part("library", .off)]))
    #expect(!HealthJudge.isReady([part("sound", .failed), part("camera", .running)]))
  }
}
