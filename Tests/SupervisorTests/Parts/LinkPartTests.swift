import GestureFlowAPI
import Link
import ModesDoubles
import Settings
import Supervisor
import Synchronization
import TestSupport
import Testing

/// Ableton Link as a component of the box.
@Suite struct LinkPartTests {
  /// Records the component's actions.
  private final class Recorder: Sendable {
    let session = SessionDouble(tempo: 120, peers: 3)
    let made = Mutex(0)
    let rounds = Mutex(0)
    let ends = Mutex(0)
    let trouble = Mutex<Failure?>(nil)
  }

  private func configuration(_ source: String) -> Configuration {
    var configuration = Configuration()
    configuration.tempoSource = source
    return configuration
  }

  private func part(_ source: String, _ told: Recorder) -> LinkPart {
    LinkPart(
      configuration(source),
      make: { () throws(Failure) in
        if let trouble = told.trouble.withLock({ $0 }) { throw trouble }
        told.made.withLock { $0 += 1 }
        return told.session
      }, trouble: { told.trouble.withLock { $0 } }, onRound: { _, _ in told.rounds.withLock { $0 += 1 } },
      onEnd: { told.ends.withLock { $0 += 1 } })
  }

  @Test func `it is off as it is delivered and joins when the configuration says so`() {
    #expect(Configuration().tempoSource == "set")
    let told = Recorder()
    let part = part("set", told)
    var runner = ComponentRunner(part)
    #expect(runner.look(at: 0) == .off("tempo.source is not link"))
    #expect(runner.look(at: 0.1) == .none && told.made.withLock { $0 } == 0, "no socket")
    part.configure(configuration("link"))
    #expect(runner.look(at: 0.2) == .works("120.0 BPM, 3 besides in the session"))
    #expect(waitUntil { told.rounds.withLock { $0 } > 3 })
    part.configure(configuration("midi"))
    #expect(runner.look(at: 0.3) == .off("tempo.source is not link"))
    #expect(told.session.isClosed && told.ends.withLock { $0 } == 1 && part.summary == "tempo.source is not link")
    let rounds = told.rounds.withLock { $0 }
    part.stop()
    #expect(told.rounds.withLock { $0 } == rounds && told.ends.withLock { $0 } == 1)
  }

  @Test func `a shut network is reported with its remedy and tried again`() {
    let told = Recorder()
    told.trouble.withLock { $0 = .linkIsShut }
    let part = part("link", told)
    var runner = ComponentRunner(part)
    let shut = Failure("tempo.source is link, but the network is shut", remedy: "open it with gfctl network on")
    #expect(runner.look(at: 0) == .failed(shut))
    told.trouble.withLock { $0 = nil }
    #expect(runner.look(at: 60) == .works("120.0 BPM, 3 besides in the session"))
    part.stop()
  }

  @Test func `a network that goes is seen`() throws {
    let told = Recorder()
    let part = part("link", told)
    // The first round polls the network for the first time.
    let gone = Failure("no network interface is up", remedy: "plug it in")
    try part.start()
    defer { part.stop() }
    #expect(part.condition == .running)
    told.trouble.withLock { $0 = gone }
    #expect(waitUntil { part.condition == .degraded(Failure(gone.reason, remedy: gone.remedy)) })
  }
}
