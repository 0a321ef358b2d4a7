import Foundation
import GestureFlowAPI
import Realtime
import Settings
import Supervisor
import TestSupport
import Testing

/// Tests of the supervisor with a component that fails on demand. It is restarted and stops no other component.
@Suite(.serialized) struct ComponentRunnerTests {
  final class Part: Component, @unchecked Sendable {
    let name = "double"
    let patience = BackOff(first: 0.02, longest: 0.1)
    private let lock = NSLock()
    private var startsToFail: Int
    private var conditionNow = Condition.running
    private var startCount = 0
    private var stopCount = 0
    private var lookCount = 0
    init(failing count: Int) { startsToFail = count }

    func start() throws(Failure) {
      let fails = lock.withLock {
        startCount += 1
        startsToFail -= 1
        return startsToFail >= 0
      }
      if fails { throw Failure("broken", remedy: "mend it") }
    }
    func stop() { lock.withLock { stopCount += 1 } }
    var condition: Condition {
      get {
        lock.withLock {
          lookCount += 1
          return conditionNow
        }
      }
      set { lock.withLock { conditionNow = newValue } }
    }
    var summary: String { "works" }
    var counts: (starts: Int, stops: Int) { lock.withLock { (startCount, stopCount) } }
    /// Number of polls of this component's state.
    var looks: Int { lock.withLock { lookCount } }
  }

  private func running(_ part: Part, _ body: (Box, () -> PartStatus?) throws -> Void) throws {
    var settings = RunSettings()
    settings.camera = .performer("empty")
    settings.sink = .null
    let box = try Box(settings, log: BootLog(quiet: true))
    box.add(part)
    try box.runningBeside { try body(box) { box.parts.first { $0.name == "double" } } }
  }

  @Test func `a part that fails is started again until it works`() throws {
    let part = Part(failing: 3)
    try running(part) { box, status in
      #expect(waitUntil { status()?.state == .running })
      #expect(part.counts.starts == 4)
      #expect(waitUntil { box.health.state == .healthy })
      part.condition = .failed(Failure("gone", remedy: "put it back"))
      #expect(waitUntil { status()?.state == .failed })
      #expect(box.health.state == .degraded && box.health.problems.first?.remedy == "put it back")
      part.condition = .running
      #expect(waitUntil { status()?.state == .running && (status()?.restarts ?? 0) >= 1 })
      #expect(part.counts.stops >= 1, "it was stopped before it was started again")
      #expect(waitUntil { box.engine.blocks.load() > 100 }, "the music was not stopped")
    }
  }

  @Test func `a part that looks for itself is left alone`() throws {
    let part = Part(failing: 0)
    try running(part) { box, status in
      #expect(waitUntil { status()?.state == .running })
      part.condition = .lost(Failure("unplugged", remedy: "plug it in"))
      #expect(waitUntil { status()?.state == .failed })
      // The supervisor polls it repeatedly for longer than the pause after a failure.
      let (before, begun) = (part.looks, ProcessInfo.processInfo.systemUptime)
      #expect(waitUntil { part.looks >= before + 3 && ProcessInfo.processInfo.systemUptime - begun > 0.4 })
      #expect(part.counts.starts == 1 && part.counts.stops == 0)
      part.condition = .degraded(Failure("half", remedy: "other half"))
      #expect(waitUntil { status()?.state == .degraded })
      part.condition = .off("not wanted")
      #expect(waitUntil { status()?.state == .off })
      #expect(waitUntil { box.health.state == .healthy })
    }
  }

  @Test func `a configuration is good once its parts have recovered`() { #expect(ConfigStore.proof == ComponentRunner.recovered) }
}
