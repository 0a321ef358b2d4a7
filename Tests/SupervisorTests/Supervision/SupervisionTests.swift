import GestureFlowAPI
import Realtime
import Supervisor
import Synchronization
import Testing

/// All components together: started in order, stopped in reverse order, and listed during the start.
@Suite struct SupervisionTests {
  private final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private final class Part: Component {
    let name: String
    let patience = BackOff(first: 1, longest: 1)
    private let diary: Diary
    private let startFailure: Failure?

    init(_ name: String, _ diary: Diary, failure: Failure? = nil) {
      self.name = name
      self.diary = diary
      startFailure = failure
    }
    func start() throws(Failure) {
      diary.write("start \(name)")
      if let startFailure { throw startFailure }
    }
    func stop() { diary.write("stop \(name)") }
    var condition: Condition { .running }
    var summary: String { "works" }
  }

  @Test func `parts start in order and stop in the opposite one`() {
    let diary = Diary()
    let supervision = Supervision(["sound", "library", "tracker"].map { Part($0, diary) })
    supervision.add(Part("socket", diary), beforeLast: 2)
    supervision.look(at: 0) { _, _ in }
    supervision.stop()
    #expect(diary.all.prefix(4) == ["start sound", "start socket", "start library", "start tracker"])
    #expect(diary.all.suffix(4) == ["stop tracker", "stop library", "stop socket", "stop sound"])
  }

  /// READY does not wait for the slowest component. At each event the known state can be read.
  @Test func `the status grows during the start`() {
    let diary = Diary()
    let supervision = Supervision(["sound", "library", "tracker"].map { Part($0, diary) })
    #expect(supervision.parts.isEmpty && !supervision.isReady)
    let seen = Mutex<[(name: String, ready: Bool, states: [PartStatus.State])]>([])
    supervision.look(at: 0) { part, change in
      #expect(change == .works("works"))
      let line = (part.name, supervision.isReady, supervision.parts.map(\.state))
      seen.withLock { $0.append(line) }
    }
    let lines = seen.withLock { $0 }
    #expect(lines.map(\.name) == ["sound", "library", "tracker"] && lines.map(\.ready) == [false, true, true])
    #expect(lines[0].states == [.running, .starting, .starting] && lines[2].states == [.running, .running, .running])
  }

  @Test func `one parts failure is its own`() {
    let diary = Diary()
    let broken = Failure("broken", remedy: "mend it")
    let supervision = Supervision([Part("sound", diary), Part("camera", diary, failure: broken), Part("library", diary)])
    supervision.look(at: 0) { _, _ in }
    #expect(supervision.parts.map(\.state) == [.running, .failed, .running] && supervision.isReady)
    let health = supervision.health(other: [PartStatus(name: "settings", state: .degraded, reason: "x", remedy: "y")])
    #expect(health.state == .degraded && health.problems.map(\.name) == ["camera", "settings"])
    supervision.beginStop()
    #expect(supervision.health(other: []).state == .stopping)
  }
}
