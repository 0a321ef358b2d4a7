import GestureFlowAPI
import Realtime
import Supervisor
import Synchronization
import Testing

/// Tests of reports about a component that fails repeatedly. Only the first failure is reported.
@Suite struct ComponentRunnerEventTests {
  /// A component that the test controls, with the test's own time.
  private final class Part: Component {
    struct State {
      var condition = Condition.running
      var startFailure: Failure?
      var starts = 0
      var stops = 0
    }
    let name = "double"
    let patience = BackOff(first: 0.5, longest: 2)
    let state = Mutex(State())

    func start() throws(Failure) {
      try state.withLock { state throws(Failure) in
        state.starts += 1
        if let failure = state.startFailure { throw failure }
      }
    }
    func stop() { state.withLock { $0.stops += 1 } }
    var condition: Condition { state.withLock { $0.condition } }
    var summary: String { "works" }
    func set(_ condition: Condition) { state.withLock { $0.condition = condition } }
  }

  private let broken = Failure("broken", remedy: "mend it")

  @Test func `a start that fails each time is reported once`() {
    let part = Part()
    part.state.withLock { $0.startFailure = broken }
    var runner = ComponentRunner(part)
    let changes = (0..<600).map { runner.look(at: Double($0) / 10) }.filter { $0 != .none }
    #expect(changes == [.failed(broken)])
    #expect(part.state.withLock { $0.starts } > 20, "and it was tried again and again")
  }

  /// A component that starts on its own thread is `starting` at each attempt. A repeated failure must not look
  /// new: the box would switch between starting and degraded.
  @Test func `a start that takes its time and fails each time is reported once`() {
    let part = Part()
    var runner = ComponentRunner(part)
    var changes: [ComponentRunner.Change] = []
    var states: Set<PartStatus.State> = []
    for i in 0..<600 {
      part.set(i % 3 == 2 ? .failed(broken) : .starting)
      let change = runner.look(at: Double(i) / 10)
      if change != .none { changes.append(change) }
      if !changes.isEmpty { states.insert(runner.status.state) }
    }
    #expect(changes == [.failed(broken)])
    #expect(states == [.failed], "a part that is tried again has failed until it works")
    #expect(runner.status.reason == "broken" && runner.status.restarts > 5)
  }

  /// The component starts well each time and fails a moment later.
  @Test func `a part that works for a moment only does not fill the notices`() {
    let part = Part()
    var runner = ComponentRunner(part)
    var changes: [ComponentRunner.Change] = []
    for i in 0..<1200 {
      part.set(i % 7 == 6 ? .failed(broken) : .running)
      let change = runner.look(at: Double(i) / 10)
      if change != .none { changes.append(change) }
    }
    #expect(changes == [.works("works"), .failed(broken)])
    // The box reports a component that has worked for some time. The next failure is then reported as new.
    part.set(.running)
    for i in 1200..<1400 {
      let change = runner.look(at: Double(i) / 10)
      if change != .none { changes.append(change) }
    }
    #expect(changes == [.works("works"), .failed(broken), .works("works")])
    part.set(.failed(broken))
    #expect(runner.look(at: 141) == .failed(broken))
  }

  @Test func `another reason is reported`() {
    let part = Part()
    let other = Failure("gone", remedy: "put it back")
    var runner = ComponentRunner(part)
    #expect(runner.look(at: 0) == .works("works"))
    part.set(.failed(broken))
    #expect(runner.look(at: 1) == .failed(broken))
    part.set(.failed(other))
    #expect(runner.look(at: 3) == .failed(other))
  }

  @Test func `one failure and a recovery are both reported`() {
    let part = Part()
    var runner = ComponentRunner(part)
    #expect(runner.look(at: 0) == .works("works"))
    #expect(runner.look(at: 20) == .none)
    part.set(.failed(broken))
    #expect(runner.look(at: 21) == .failed(broken))
    part.set(.running)
    #expect(runner.look(at: 22) == .works("works"), "it had worked for long before")
    part.set(.degraded(broken))
    #expect(runner.look(at: 23) == .degraded(broken) && runner.status.state == .degraded)
    #expect(runner.look(at: 24) == .none)
    part.set(.off("not wanted"))
    #expect(runner.look(at: 25) == .off("not wanted"))
    #expect(runner.look(at: 26) == .none)
  }

  @Test func `a missing part is off and left alone`() {
    let part = Part()
    part.set(.missing("none is here"))
    var runner = ComponentRunner(part)
    #expect(runner.look(at: 0) == .off("none is here") && runner.status.state == .off)
    #expect((1..<50).allSatisfy { runner.look(at: Double($0)) == .none })
    part.set(.running)
    #expect(runner.look(at: 50) == .works("works") && runner.status.state == .running)
    part.set(.missing("it is gone"))
    #expect(runner.look(at: 51) == .off("it is gone") && runner.status.reason == nil, "that is not a failure")
    part.set(.running)
    #expect(runner.look(at: 52) == .works("works"))
    #expect(part.state.withLock { ($0.starts, $0.stops) } == (1, 0))
  }

  @Test func `a lost part is left alone and reported once`() {
    let part = Part()
    var runner = ComponentRunner(part)
    #expect(runner.look(at: 0) == .works("works"))
    part.set(.lost(broken))
    #expect(runner.look(at: 1) == .failed(broken))
    #expect((2..<50).allSatisfy { runner.look(at: Double($0)) == .none })
    #expect(part.state.withLock { $0.starts } == 1)
    part.set(.running)
    #expect(runner.look(at: 51) == .works("works"))
  }
}
